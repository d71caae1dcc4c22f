/**
 * Schemas of tool arguments and results: one definition that is both rendered for the model and
 * checked against what the model sends. Knows JSON, never freight, money or the network.
 */
@NullMarked
package io.freightsdk.internal.agent.schema;

import org.jspecify.annotations.NullMarked;
