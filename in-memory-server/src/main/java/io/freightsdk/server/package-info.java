/**
 * The public API: starts, controls and inspects the in-memory service. No layer below knows it:
 * what they share with users is in {@code view}, {@code geo} and {@code fault}. Above it are only
 * the test control ({@code admin}), the program and the helpers for tests.
 *
 * <p>A request goes from {@code http} (endpoints, errors as a table) to {@code service} (one atomic
 * step for each operation), which asks {@code domain} (pure rules, no clock). A fix takes the same
 * path whether a phone, a simulated truck or the control sends it. What was published stays: a
 * later fix may add facts and never withdraws one.
 */
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;
