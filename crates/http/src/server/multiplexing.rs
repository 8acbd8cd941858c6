//! A server's connections of HTTP/2: each of their requests has a place and a number of its own.

use std::time::Duration;

use super::{FAREWELL, Number, Place, Server, StreamPlace, deadline};
use crate::connection::{Multiplexed, Phase};
use crate::http2::Happening;
use crate::output::Sent;

impl Server {
    /// Reads, answers and sends what can be, and sees to what happened.
    pub(super) fn multiplex(&mut self, index: usize) {
        let Server { places, scratch, limits, statistics, .. } = self;
        let Some(connection) = &mut places[index].connection else { return };
        let result = connection.multiplex(scratch, limits, statistics);
        self.note_happenings(index);
        match result {
            Multiplexed::Going(sent) => self.set_deadline(index, sent),
            Multiplexed::Over => {
                self.free_streams(index);
                self.end_connection(index);
            }
            Multiplexed::Gone => self.close(index),
            Multiplexed::Unsecured(reason) => self.refuse_session(index, reason),
        }
    }

    fn set_deadline(&mut self, index: usize, sent: Sent) {
        let Server { places, started, limits, .. } = self;
        let Some(connection) = &mut places[index].connection else { return };
        let Phase::Multiplexed(multiplexer) = &connection.phase else { return };
        connection.deadline = match sent {
            Sent::Some => deadline(*started, limits.pause),
            Sent::All if multiplexer.streams() > 0 => u32::MAX,
            Sent::All if multiplexer.is_leaving() => deadline(*started, FAREWELL),
            Sent::All => deadline(*started, limits.idle),
        };
    }

    fn note_happenings(&mut self, index: usize) {
        let Some(connection) = &mut self.places[index].connection else { return };
        let peer = connection.peer.clone();
        let Phase::Multiplexed(multiplexer) = &mut connection.phase else { return };
        for happening in multiplexer.take_happenings() {
            match happening {
                Happening::Ready(stream) => self.give_place(index, stream),
                Happening::Ended(place, is_broken) => {
                    self.statistics.broken += u64::from(is_broken);
                    self.free_stream(place);
                }
                Happening::Writable(place) => self.writable.push(self.number(place)),
                Happening::Refused(refusal) => {
                    self.statistics.refused += 1;
                    self.news.push(super::Event::Refused(peer.clone(), refusal));
                }
            }
        }
    }

    fn give_place(&mut self, index: usize, stream: u32) {
        let place = self.free_place();
        let Some(connection) = &mut self.places[index].connection else { return };
        let Phase::Multiplexed(multiplexer) = &mut connection.phase else { return };
        let Some(of_stream) = multiplexer.stream(stream) else { return self.free.push(place) };
        of_stream.place = Some(place);
        self.places[place].stream = Some(StreamPlace { connection: index, stream });
        self.streams += 1;
        self.ready.push_back(self.number(place));
    }

    fn free_stream(&mut self, place: usize) {
        if self.places[place].stream.take().is_some() {
            // Whoever waits to write learns that nobody reads.
            self.writable.push(self.number(place));
            self.streams -= 1;
            self.free.push(place);
        }
    }

    /// Those of a connection that ends.
    pub(super) fn free_streams(&mut self, index: usize) {
        let Some(connection) = &self.places[index].connection else { return };
        let Phase::Multiplexed(multiplexer) = &connection.phase else { return };
        for place in multiplexer.places() {
            self.statistics.broken += 1;
            self.free_stream(place);
        }
    }

    /// Once a second, and when its deadline is past.
    pub(super) fn sweep_multiplexed(&mut self, index: usize, is_late: bool) {
        let Server { places, limits, started, statistics, .. } = self;
        let Place { connection: Some(connection), .. } = &mut places[index] else { return };
        let Phase::Multiplexed(multiplexer) = &mut connection.phase else { return };
        let late = multiplexer.sweep(limits.pause);
        statistics.timed_out += late;
        if is_late && !connection.output.is_empty() {
            statistics.timed_out += 1;
            return self.break_off(index);
        }
        if is_late && multiplexer.is_leaving() {
            return self.close(index);
        }
        if is_late {
            multiplexer.leave();
            connection.deadline = deadline(*started, FAREWELL);
        }
        if is_late || late > 0 {
            self.multiplex(index);
        }
    }

    /// Tells all clients that no more streams are taken.
    pub(super) fn leave_multiplexed(&mut self) {
        for index in 0..self.places.len() {
            let Some(connection) = &mut self.places[index].connection else { continue };
            if let Phase::Multiplexed(multiplexer) = &mut connection.phase {
                multiplexer.leave();
                self.multiplex(index);
            }
        }
    }

    /// The connection and the stream behind a stream's number.
    pub(super) fn stream_of(&self, number: Number) -> Option<StreamPlace> {
        let place = self.places.get(number.index())?;
        if self.number(number.index()) == number { place.stream } else { None }
    }

    pub(super) fn deadline(&self, time: Duration) -> u32 {
        deadline(self.started, time)
    }
}
