package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.schema.Schema;
import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The texts, arguments and traits of a tool.
 *
 * @param effect first sentence of the description: what the tool does
 * @param guidance when not to call the tool, and what it returns
 * @param paid the operation it pays for; null for a free tool
 */
record ToolDefinition(
    String name,
    String title,
    String effect,
    String guidance,
    Schema.Struct input,
    boolean readOnly,
    boolean destructive,
    boolean idempotent,
    @Nullable Operation paid) {}
