/**
 * An agent cannot exceed its limit, whatever its model reads. Creating a load above a set price
 * needs a person's approval; without a response nothing is sent. Confirming a delivery cannot be
 * undone, so it needs approval where a person can be asked. Where nobody can be asked, it is sent.
 *
 * <p>{@code MisbehavingAgentContract} tests the limit: for the tools themselves, and in its
 * subclasses for each adapter. {@code ApprovalIT} tests the questions, {@code
 * ConcurrentApprovalsTest} concurrent calls, {@code TwoProgramsIT} two programs with one ledger,
 * and {@code AccountsIT} several accounts. {@code ToolPrivacyIT} tests that a model sees no secret.
 */
package io.freightsdk.agent;
