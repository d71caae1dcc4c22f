/**
 * An in-memory server with the whole service, for tests. Start with {@link
 * io.freightsdk.server.InMemoryFreightServer}.
 */
// Layers below do not use this package. The values that they share with users are in view, geo and
// fault. Above it are only the program and the test helpers. The test control (admin) is below it,
// next to the pages: it offers the same operations over HTTP, on the parts that the server gives
// it.
//
// A request goes from http (endpoints) to service (one atomic step for each operation), which calls
// domain (pure rules, no clock). A fix takes the same path whether a phone, a simulated truck or
// the
// control sends it. Published facts stay: a later fix may add facts and never withdraws one.
//
// Tests compare the server with each part of the API description: ErrorTableTest and
// ValidationTest, CreateLoadTest and PositionTest, BillingTest, FenceTest and StatusLifecycleTest.
// CHOICES.md lists the decisions that the description leaves open.
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;
