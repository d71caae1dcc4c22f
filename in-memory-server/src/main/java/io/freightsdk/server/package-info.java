/**
 * The public API: starts, controls and inspects the in-memory service. Layers below do not use it.
 * The values that they share with users are in {@code view}, {@code geo} and {@code fault}. Above
 * it are only the test control ({@code admin}), the program and the test helpers. The test control
 * and this package use each other: it is this API over HTTP, and the server creates it on its own
 * port.
 *
 * <p>A request goes from {@code http} (endpoints, errors as a table) to {@code service} (one atomic
 * step for each operation), which calls {@code domain} (pure rules, no clock). A fix takes the same
 * path whether a phone, a simulated truck or the control sends it. Published facts stay: a later
 * fix may add facts and never withdraws one.
 *
 * <p>Tests compare the server with each part of the API description: {@code ErrorTableTest} and
 * {@code ValidationTest}, {@code CreateLoadTest} and {@code PositionTest}, {@code BillingTest},
 * {@code FenceTest} and {@code StatusLifecycleTest}. {@code CHOICES.md} lists the decisions that
 * the description leaves open.
 */
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;
