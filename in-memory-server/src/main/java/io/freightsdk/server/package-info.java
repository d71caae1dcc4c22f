/**
 * The public API: starts, controls and inspects the in-memory service. No layer below knows it:
 * what they share with users is in {@code view}, {@code geo} and {@code fault}. Above it are only
 * the test control ({@code admin}), the program and the helpers for tests. The control and this
 * package use each other: it is this API over HTTP, on the port of the server, which makes it.
 *
 * <p>A request goes from {@code http} (endpoints, errors as a table) to {@code service} (one atomic
 * step for each operation), which asks {@code domain} (pure rules, no clock). A fix takes the same
 * path whether a phone, a simulated truck or the control sends it. What was published stays: a
 * later fix may add facts and never withdraws one.
 *
 * <p>That the server is the description is held by a test of each part of it: {@code
 * ErrorTableTest} and {@code ValidationTest}, {@code CreateLoadTest} and {@code PositionTest},
 * {@code BillingTest}, {@code FenceTest} and {@code StatusLifecycleTest}. What it leaves open
 * stands in {@code CHOICES.md}.
 */
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;
