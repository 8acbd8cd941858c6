//! The parser's events: their names, in the order that numbers them, and how many arguments each has.

macro_rules! parser_events {
    ($($variant:ident $name:literal $arity:literal,)*) => {
        // Some of them are told of only where a source is wrong or doubtful.
        #[allow(dead_code)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Event { $($variant),* }
        pub const PARSER_EVENTS: &[(&str, u8)] = &[$(($name, $arity)),*];
    };
}

parser_events! {
    BeginBlock "BEGIN" 1, EndBlock "END" 1, Alias "alias" 2, AliasError "alias_error" 2, Aref "aref" 2,
    ArefField "aref_field" 2, ArgAmbiguous "arg_ambiguous" 1, ArgParen "arg_paren" 1, ArgsAdd "args_add" 2,
    ArgsAddBlock "args_add_block" 2, ArgsAddStar "args_add_star" 2, ArgsForward "args_forward" 0,
    ArgsNew "args_new" 0, Array "array" 1, Aryptn "aryptn" 4, Assign "assign" 2, AssignError "assign_error" 2,
    AssocNew "assoc_new" 2, AssocSplat "assoc_splat" 1, AssoclistFromArgs "assoclist_from_args" 1,
    BareAssocHash "bare_assoc_hash" 1, Begin "begin" 1, Binary "binary" 3, BlockVar "block_var" 2,
    Blockarg "blockarg" 1, Bodystmt "bodystmt" 4, BraceBlock "brace_block" 2, Break "break" 1, Call "call" 3,
    Case "case" 2, Class "class" 3, ClassNameError "class_name_error" 2, Command "command" 2,
    CommandCall "command_call" 4, ConstPathField "const_path_field" 2, ConstPathRef "const_path_ref" 2,
    ConstRef "const_ref" 1, Def "def" 3, Defined "defined" 1, Defs "defs" 5, DoBlock "do_block" 2, Dot2 "dot2" 2,
    Dot3 "dot3" 2, DynaSymbol "dyna_symbol" 1, Else "else" 1, Elsif "elsif" 3, Ensure "ensure" 1,
    ExcessedComma "excessed_comma" 0, Fcall "fcall" 1, Field "field" 3, Fndptn "fndptn" 4, For "for" 3, Hash "hash" 1,
    HeredocDedent "heredoc_dedent" 2, Hshptn "hshptn" 3, If "if" 3, IfMod "if_mod" 2, Ifop "ifop" 3, In "in" 3,
    KwrestParam "kwrest_param" 1, Lambda "lambda" 2, MagicComment "magic_comment" 2, Massign "massign" 2,
    MethodAddArg "method_add_arg" 2, MethodAddBlock "method_add_block" 2, MlhsAdd "mlhs_add" 2,
    MlhsAddPost "mlhs_add_post" 2, MlhsAddStar "mlhs_add_star" 2, MlhsNew "mlhs_new" 0, MlhsParen "mlhs_paren" 1,
    Module "module" 2, MrhsAdd "mrhs_add" 2, MrhsAddStar "mrhs_add_star" 2, MrhsNew "mrhs_new" 0,
    MrhsNewFromArgs "mrhs_new_from_args" 1, Next "next" 1, NokwParam "nokw_param" 1, Opassign "opassign" 3,
    OperatorAmbiguous "operator_ambiguous" 2, ParamError "param_error" 2, Params "params" 7, Paren "paren" 1,
    ParseError "parse_error" 1, Program "program" 1, QsymbolsAdd "qsymbols_add" 2, QsymbolsNew "qsymbols_new" 0,
    QwordsAdd "qwords_add" 2, QwordsNew "qwords_new" 0, Redo "redo" 0, RegexpAdd "regexp_add" 2,
    RegexpLiteral "regexp_literal" 2, RegexpNew "regexp_new" 0, Rescue "rescue" 4, RescueMod "rescue_mod" 2,
    RestParam "rest_param" 1, Retry "retry" 0, Return "return" 1, Return0 "return0" 0, Sclass "sclass" 2,
    StmtsAdd "stmts_add" 2, StmtsNew "stmts_new" 0, StringAdd "string_add" 2, StringConcat "string_concat" 2,
    StringContent "string_content" 0, StringDvar "string_dvar" 1, StringEmbexpr "string_embexpr" 1,
    StringLiteral "string_literal" 1, Super "super" 1, Symbol "symbol" 1, SymbolLiteral "symbol_literal" 1,
    SymbolsAdd "symbols_add" 2, SymbolsNew "symbols_new" 0, TopConstField "top_const_field" 1,
    TopConstRef "top_const_ref" 1, Unary "unary" 2, Undef "undef" 1, Unless "unless" 3, UnlessMod "unless_mod" 2,
    Until "until" 2, UntilMod "until_mod" 2, VarAlias "var_alias" 2, VarField "var_field" 1, VarRef "var_ref" 1,
    Vcall "vcall" 1, VoidStmt "void_stmt" 0, When "when" 3, While "while" 2, WhileMod "while_mod" 2,
    WordAdd "word_add" 2, WordNew "word_new" 0, WordsAdd "words_add" 2, WordsNew "words_new" 0,
    XstringAdd "xstring_add" 2, XstringLiteral "xstring_literal" 1, XstringNew "xstring_new" 0, Yield "yield" 1,
    Yield0 "yield0" 0, Zsuper "zsuper" 0,
}
