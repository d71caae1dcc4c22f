/**
 * Tools for AI agents: what a model may call, what it costs, and the limits of what it may spend.
 * Adapters to frameworks are modules of their own below {@code sdk-integrations}, never here.
 */
@NullMarked
package io.freightsdk.agent;

import org.jspecify.annotations.NullMarked;
