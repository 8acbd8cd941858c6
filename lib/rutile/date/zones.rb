# The zones that Date._parse knows by name: abbreviations, and the first words of "... standard time".

class Date
  # Names by their offset in seconds.
  ZONES = {
    -43_200 => "aoe, dateline, idlw",
    -39_600 => "nt, nut, samoa, sst",
    -36_000 => "ahst, ckt, hast, hawaiian, hst, taht",
    -32_400 => "akst, alaskan, gamt, hadt, hdt, yst",
    -30_600 => "mart",
    -28_800 => "akdt, pacific, pst, ydt",
    -25_200 => "mountain, mst, pdt, us mountain",
    -21_600 => "canada central, central, central america, cst, east, galt, mdt, mexico",
    -18_000 => "act, cdt, cist, cot, easst, eastern, ect, est, pet, sa pacific, us eastern",
    -14_400 => "ast, atlantic, bot, cidst, clt, edt, fkt, gyt, pacific sa, sa western, vet",
    -12_600 => "newfoundland",
    -10_800 => "adt, art, brt, clst, e. south america, fkst, gft, greenland, pmst, pyst, rott, sa eastern, srt, uyt, warst",
    -9000 => "nst",
    -7200 => "at, brst, fnt, pmdt, uyst, wgt",
    -5400 => "ndt",
    -3600 => "azores, azot, cape verde, cvt, egt, wgst",
    0 => "azost, egst, gmt, greenwich, ut, utc, wet, wt, z",
    3600 => "bst, central europe, central european, cet, fwt, met, mewt, mez, romance, swt, w. central africa, w. europe, " \
      "wat, west",
    7200 => "cat, cest, e. europe, eet, egypt, fle, fst, gtb, jerusalem, mest, mesz, sast, south africa, wast",
    10_800 => "arab, arabic, bt, e. africa, eat, eest, fet, idt, msk, russian, syot, trt",
    12_600 => "iran, irst",
    14_400 => "arabian, azt, caucasus, get, kuyt, msd, mut, ret, samt, sct",
    16_200 => "afghanistan, aft, irdt",
    18_000 => "aqtt, azst, ekaterinburg, mawt, mvt, orat, pkt, tft, tjt, tmt, uzt, west asia, yekt",
    19_800 => "india, ist",
    20_700 => "nepal, npt",
    21_600 => "almt, btt, central asia, iot, kgt, n. central asia, omst, qyzt, sri lanka, vost, yekst",
    23_400 => "cct, mmt, myanmar",
    25_200 => "cxt, davt, hovt, ict, krat, north asia, novst, novt, omsst, se asia, wib",
    28_800 => "awst, bnt, cast, china, chot, hkt, hovst, irkt, krast, malay peninsula, myt, north asia east, pht, sgt, taipei, " \
      "ulat, w. australia, wadt, wita",
    31_500 => "acwst",
    32_400 => "awdt, chost, irkst, jst, korea, kst, pwt, tlt, tokyo, ulast, wit, yakt, yakutsk",
    34_200 => "acst, aus central, cen. australia",
    36_000 => "aest, aus eastern, chst, chut, ddut, e. australia, gst, pgt, tasmania, vladivostok, vlat, west pacific, yakst, " \
      "yapt",
    37_800 => "acdt, lhst",
    39_600 => "aedt, central pacific, eadt, kost, lhdt, magt, nct, nft, pont, sakt, sbt, sret, vlast, vut",
    43_200 => "anast, anat, fiji, fjt, gilt, idle, magst, mht, new zealand, nfdt, nrt, nzst, nzt, petst, pett, tvt, wakt, wft",
    45_900 => "chast",
    46_800 => "fjst, nzdt, phot, tkt, tonga, tot",
    49_500 => "chadt",
    50_400 => "lint, tost"
  }.each_with_object({}) { |(offset, names), zones| names.split(", ").each { |name| zones[name] = offset } }.freeze
  private_constant :ZONES
end
