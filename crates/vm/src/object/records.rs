//! Cells that are plain records: each word is a named field.

use crate::cell_fields;
use crate::value::fields::Fields;
use crate::value::kind::{Header, flags};

cell_fields! {
    /// A method as it stands in a class's table, and what every frame names as the
    /// method it belongs to (class bodies and files have one of their own).
    MethodRef Method {
        /// `MethodFlags` as an integer: what it is, and its visibility.
        flags / set_flags = 1,
        /// The class or module it was defined in, or a cell of a chain that stands for it (what `super` goes on from).
        owner / set_owner = 2,
        /// The symbol it was defined under.
        name / set_name = 3,
        /// Code, Proc, symbol of a variable, or the method an alias stands for.
        body / set_body = 4,
        /// The lexical scope its body sees.
        scope / set_scope = 5,
        /// Index in the table of natives, or nil.
        native / set_native = 6,
        /// Where `def` in it defines, if not in the scope's module.
        definee / set_definee = 7,
    }
}

cell_fields! {
    /// A closure.
    ProcRef Proc {
        /// Code, a Symbol (`&:name`), or a MethodObject (`method(:x).to_proc`).
        code / set_code = 1,
        receiver / set_receiver = 2,
        environment / set_environment = 3,
        /// The method its text stands in.
        method / set_method = 4,
        /// The block of that method's frame.
        block / set_block = 5,
        /// Bits: 1 lambda, 2 made from a method, 4 ruby2_keywords.
        flags / set_flags = 6,
        /// The frame it was made in, if it may exit to it or a binding may be asked for.
        activation / set_activation = 7,
    }
}

cell_fields! {
    /// The frame that a proc or a binding was made in, while it lasts; its locals, if somebody may ask for them.
    ActivationRef Activation {
        /// The fiber of the frame.
        fiber / set_fiber = 1,
        /// Its offset on that fiber's stack; nil once it has ended.
        offset / set_offset = 2,
        /// Environment of its code, the activation of the frame around a block's (or nil), and the code's locals, which
        /// are stored when it ends; nil as long as no binding needs it. See `interpreter/activations.rs`.
        locals / set_locals = 3,
        /// Of a block's frame: the activation around it, through which a `return` goes on once this one has ended.
        outer / set_outer = 4,
    }
}

cell_fields! {
    /// Captured variables; the slots follow the parent. With the flag `SPECIAL` a view of a frame: its
    /// only slot holds an activation. With `SHARED` something other than frames refers to it: see `interpreter/environments.rs`.
    EnvironmentRef Environment {
        parent / set_parent = 1,
    }
}

cell_fields! {
    /// A lexical scope: where constants are looked up first.
    ScopeRef Scope {
        module / set_module = 1,
        /// The scope around it, or nil for the file's.
        parent / set_parent = 2,
        /// Array of activated refinement modules, or nil.
        refinements / set_refinements = 3,
    }
}

cell_fields! {
    /// An exit under way: it passes `ensure` clauses like an exception, but no `rescue`.
    NonLocalExitRef NonLocalExit {
        /// An `NonLocalExitKind` as an integer.
        kind / set_kind = 1,
        /// Stack offset of the frame it goes to, or the tag of a `throw`.
        target / set_target = 2,
        /// The value that it delivers.
        result / set_result = 3,
    }
}

cell_fields! {
    /// A `Binding`.
    BindingRef Binding {
        receiver / set_receiver = 1,
        environment / set_environment = 2,
        method / set_method = 3,
        block / set_block = 4,
        /// Code whose variables the environment holds.
        code / set_code = 5,
        line / set_line = 6,
        /// Code that stands where the binding was made; `code` becomes that of the text evaluated in it.
        place / set_place = 7,
    }
}

cell_fields! {
    /// A `Method` or `UnboundMethod` object.
    MethodObjectRef MethodObject {
        /// The receiver, or undefined when unbound.
        receiver / set_receiver = 1,
        method / set_method = 2,
        /// The name it was asked for under.
        name / set_name = 3,
        /// The class it was looked up in.
        origin / set_origin = 4,
        /// Class it was found in (an included module's place included).
        found_in / set_found_in = 5,
    }
}

cell_fields! {
    /// A fiber: a stack of its own and where it stands.
    FiberRef Fiber {
        /// Stack cell; nil before its first resume and after its end.
        stack / set_stack = 1,
        /// The heap's period in which the heap was last told that it and its stack are written: see `fibers::make_known`.
        known / set_known = 2,
        /// A `FiberState` as an integer, or the fiber that it resumed and waits for.
        state / set_state = 3,
        /// The fiber that resumed it and is to go on after it, or nil.
        resumer / set_resumer = 4,
        /// The Proc it runs.
        body / set_body = 5,
        /// Inheritable storage (a Hash) or nil.
        storage / set_storage = 6,
        /// Fiber-local variables, `$!`, active catch tags: an IdTable or nil.
        locals / set_locals = 7,
        /// `$!` of the fiber.
        error_info / set_error_info = 8,
        /// Array of active `catch` tags, or nil.
        catch_tags / set_catch_tags = 9,
        /// Activations of frames on its stack: an Array, in stack order, or nil.
        activations / set_activations = 10,
        /// The thread it belongs to.
        thread / set_thread = 11,
        /// Where a resume delivers its value: the register of the pending call, as an integer.
        pending / set_pending = 12,
        /// `fiber::traits` as an integer.
        traits / set_traits = 13,
        /// The frame of its stack in which it was left, as its byte in the stack's cell and 1; see `stack.rs`.
        parked_frame / set_parked_frame = 14,
        /// `stack::Bounds` of its stack; nil where it has none.
        bounds / set_bounds = 15,
    }
}

cell_fields! {
    /// A `Regexp`.
    RegexpRef Regexp {
        source / set_source = 1,
        /// Options as an integer.
        options / set_options = 2,
        /// Index in the machine's resource table, or nil before initialisation.
        compiled / set_compiled = 3,
        /// Hash of group names to arrays of numbers, or nil.
        names / set_names = 4,
    }
}

cell_fields! {
    /// A `MatchData`.
    MatchRef MatchData {
        regexp / set_regexp = 1,
        /// The frozen string that was matched.
        string / set_string = 2,
        /// Array of byte offsets: begin and end of each group (-1, -1 where it took no part).
        offsets / set_offsets = 3,
    }
}

cell_fields! {
    /// Owner of something outside the heap.
    ResourceRef Resource {
        /// Index in the machine's resource table, or nil once released.
        index / set_index = 1,
        first / set_first = 2,
        second / set_second = 3,
    }
}

cell_fields! {
    /// An `IO::Buffer`: a piece of memory that several may look at.
    BufferRef Buffer {
        /// The holder of the memory: a `Bytes` cell, a String, a `Resource` that owns a mapping; nil: none.
        store / set_store = 1,
        /// Where in it the piece begins, as an integer.
        start / set_start = 2,
        /// How long it is, as an integer.
        size / set_size = 3,
        /// Bits of what it is, as an integer: see the core's `io_buffer.rs`.
        flags / set_flags = 4,
        /// The String or Buffer that it is a piece of, or nil.
        source / set_source = 5,
    }
}

cell_fields! {
    /// Compiled code; the rest is in the machine's code table.
    CodeRef Code {
        /// Index in the code table.
        index / set_index = 1,
    }
}

impl ScopeRef {
    /// It stands in for the singleton class of an object that can have none: class variables are those of the scope around it.
    pub fn hide_class_variables(self) {
        self.0.set_flag(flags::SPECIAL);
    }

    pub fn hides_class_variables(self) -> bool {
        self.0.has_flag(flags::SPECIAL)
    }
}

impl FiberRef {
    /// Fields that a switch stores without a barrier: what it stores there is no reference.
    pub const KNOWN: usize = 2;
    pub const STATE: usize = 3;
    pub const RESUMER: usize = 4;
    pub const PARKED_FRAME: usize = 14;
    /// The table of its own variables.
    pub const LOCALS: usize = 7;
}
