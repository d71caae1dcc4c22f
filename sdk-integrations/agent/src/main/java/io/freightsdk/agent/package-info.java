/**
 * Tools for AI agents: what a model may call, what it costs, and the limits of what it may spend.
 * It knows no framework: adapters are in packages below, which nothing here uses.
 */
@NullMarked
package io.freightsdk.agent;

import org.jspecify.annotations.NullMarked;
