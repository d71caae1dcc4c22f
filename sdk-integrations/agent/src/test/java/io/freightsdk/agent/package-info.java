/**
 * An agent cannot pass its limit, whatever it is told; a creation above a price asks a person, and
 * without an answer nothing is sent; so does a confirmation of a delivery where somebody can be
 * asked, because nobody can take it back; where nobody can, it is sent.
 *
 * <p>{@code MisbehavingAgentContract} has the limit, for the tools themselves and by its subclasses
 * for each adapter. {@code ApprovalIT} has who is asked about what, {@code OrderOfACreationTest}
 * calls at the same time, {@code TwoProgramsIT} two programs with one ledger and {@code AccountsIT}
 * several accounts. That a model is shown no secret is in {@code ToolPrivacyIT}.
 */
package io.freightsdk.agent;
