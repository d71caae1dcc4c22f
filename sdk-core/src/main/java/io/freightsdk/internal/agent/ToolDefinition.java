package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.schema.Schema;
import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is said of a tool, and nothing that it does.
 *
 * @param effect first sentence of the description: what happens outside the system
 * @param guidance when not to call it and what comes back
 * @param paid the operation it pays for; null for a free tool
 */
record ToolDefinition(
    String name,
    String title,
    String effect,
    String guidance,
    Schema.Struct input,
    Schema.Struct output,
    boolean readOnly,
    boolean destructive,
    boolean idempotent,
    boolean openWorld,
    @Nullable Operation paid) {}
