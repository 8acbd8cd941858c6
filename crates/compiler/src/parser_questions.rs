//! The questions to Prism's library that its crate does not ask: which encoding a source was read in, and which number
//! a node has.

use std::ffi::{CStr, c_char, c_void};

use ruby_prism::Node;
use ruby_prism_sys::pm_node;

unsafe extern "C" {
    fn pm_parser_encoding_name(parser: *const c_void) -> *const c_char;
}

/// The encoding's name, by the root of the tree; none for another node.
pub fn encoding_of(root: &Node<'_>) -> Option<String> {
    let Node::ProgramNode { parser, .. } = root else { return None };
    // SAFETY: a node's parser lives as long as the node, and the name it answers is a constant of the library
    // that ends in NUL.
    let name = unsafe { CStr::from_ptr(pm_parser_encoding_name(parser.cast())) };
    Some(name.to_string_lossy().into_owned())
}

macro_rules! base {
    ($node:expr; $($kind:ident),*) => {
        match $node {
            $(Node::$kind { pointer, .. } => pointer.cast::<pm_node>().cast_const(),)*
        }
    };
}

/// The node's number, which whoever parses the same text finds it by.
pub fn number_of(node: &Node<'_>) -> u32 {
    let base = base!(node;
        AliasGlobalVariableNode, AliasMethodNode, AlternationPatternNode, AndNode, ArgumentsNode, ArrayNode, ArrayPatternNode,
        AssocNode, AssocSplatNode, BackReferenceReadNode, BeginNode, BlockArgumentNode, BlockLocalVariableNode, BlockNode,
        BlockParameterNode, BlockParametersNode, BreakNode, CallAndWriteNode, CallNode, CallOperatorWriteNode, CallOrWriteNode,
        CallTargetNode, CapturePatternNode, CaseMatchNode, CaseNode, ClassNode, ClassVariableAndWriteNode,
        ClassVariableOperatorWriteNode, ClassVariableOrWriteNode, ClassVariableReadNode, ClassVariableTargetNode,
        ClassVariableWriteNode, ConstantAndWriteNode, ConstantOperatorWriteNode, ConstantOrWriteNode, ConstantPathAndWriteNode,
        ConstantPathNode, ConstantPathOperatorWriteNode, ConstantPathOrWriteNode, ConstantPathTargetNode, ConstantPathWriteNode,
        ConstantReadNode, ConstantTargetNode, ConstantWriteNode, DefNode, DefinedNode, ElseNode, EmbeddedStatementsNode,
        EmbeddedVariableNode, EnsureNode, ErrorRecoveryNode, FalseNode, FindPatternNode, FlipFlopNode, FloatNode, ForNode,
        ForwardingArgumentsNode, ForwardingParameterNode, ForwardingSuperNode, GlobalVariableAndWriteNode,
        GlobalVariableOperatorWriteNode, GlobalVariableOrWriteNode, GlobalVariableReadNode, GlobalVariableTargetNode,
        GlobalVariableWriteNode, HashNode, HashPatternNode, IfNode, ImaginaryNode, ImplicitNode, ImplicitRestNode, InNode,
        IndexAndWriteNode, IndexOperatorWriteNode, IndexOrWriteNode, IndexTargetNode, InstanceVariableAndWriteNode,
        InstanceVariableOperatorWriteNode, InstanceVariableOrWriteNode, InstanceVariableReadNode, InstanceVariableTargetNode,
        InstanceVariableWriteNode, IntegerNode, InterpolatedMatchLastLineNode, InterpolatedRegularExpressionNode,
        InterpolatedStringNode, InterpolatedSymbolNode, InterpolatedXStringNode, ItLocalVariableReadNode, ItParametersNode,
        KeywordHashNode, KeywordRestParameterNode, LambdaNode, LocalVariableAndWriteNode, LocalVariableOperatorWriteNode,
        LocalVariableOrWriteNode, LocalVariableReadNode, LocalVariableTargetNode, LocalVariableWriteNode, MatchLastLineNode,
        MatchPredicateNode, MatchRequiredNode, MatchWriteNode, ModuleNode, MultiTargetNode, MultiWriteNode, NextNode, NilNode,
        NoBlockParameterNode, NoKeywordsParameterNode, NumberedParametersNode, NumberedReferenceReadNode,
        OptionalKeywordParameterNode, OptionalParameterNode, OrNode, ParametersNode, ParenthesesNode, PinnedExpressionNode,
        PinnedVariableNode, PostExecutionNode, PreExecutionNode, ProgramNode, RangeNode, RationalNode, RedoNode,
        RegularExpressionNode, RequiredKeywordParameterNode, RequiredParameterNode, RescueModifierNode, RescueNode,
        RestParameterNode, RetryNode, ReturnNode, SelfNode, ShareableConstantNode, SingletonClassNode, SourceEncodingNode,
        SourceFileNode, SourceLineNode, SplatNode, StatementsNode, StringNode, SuperNode, SymbolNode, TrueNode, UndefNode,
        UnlessNode, UntilNode, WhenNode, WhileNode, XStringNode, YieldNode
    );
    // SAFETY: each kind of node begins with the part that all have, and lives as long as what refers to it.
    unsafe { (*base).node_id }
}
