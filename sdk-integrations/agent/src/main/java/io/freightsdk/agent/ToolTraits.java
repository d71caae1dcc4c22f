package io.freightsdk.agent;

/**
 * The traits that a host checks before it runs a tool, to decide whether to ask a person. The price
 * of a call is in {@link AgentTool#description()}.
 *
 * @param readOnly whether a call changes nothing and is free of charge, so that hosts run it
 *     without asking. A paid read is not read-only
 * @param destructive whether a call changes something that cannot be undone
 * @param idempotent whether an identical call has no further effect and no further cost
 * @param openWorld whether a call reaches people or systems outside the application
 */
public record ToolTraits(
    boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {}
