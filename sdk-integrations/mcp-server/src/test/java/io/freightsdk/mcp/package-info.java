/**
 * The promise about agents, through MCP hosts. An agent cannot exceed its limit, whatever the model
 * reads. Creating a load above a price needs a person's approval. Confirming a delivery needs it,
 * too, if the host can ask.
 *
 * <p>{@code MisbehavingHostIT} runs the {@code MisbehavingAgentContract} through hosts. {@code
 * OneBudgetIT} kills processes. {@code ProtocolIT} tests approvals, and {@code ApprovalWindowIT}
 * tests those in the window of the program.
 */
package io.freightsdk.mcp;
