/**
 * An agent cannot pass its limit, whatever it is told, also through a host and over processes; a
 * creation above a price asks a person, and without an answer nothing is sent; so does a
 * confirmation of a delivery where somebody can be asked; where nobody can, it is sent.
 *
 * <p>{@code MisbehavingHostIT} runs the {@code MisbehavingAgentContract} through hosts, {@code
 * OneBudgetIT} kills processes. {@code ProtocolIT} has the person who is asked.
 */
package io.freightsdk.mcp;
