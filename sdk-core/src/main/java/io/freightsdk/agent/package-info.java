/**
 * Tools for AI agents: what a model may call, what it costs, and what stops it from spending more
 * than it was given. Adapters to frameworks live with the examples, never here.
 */
@NullMarked
package io.freightsdk.agent;

import org.jspecify.annotations.NullMarked;
