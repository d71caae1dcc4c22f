/**
 * A stored order becomes one load, or stops with a reason that an operator can see. It can be
 * withdrawn or replaced while it waits. One instance at a time follows a load. Each event is
 * delivered at least once.
 *
 * <p>{@code JobsIT} tests orders, {@code FollowIT} loads with one and two instances, and {@code
 * KilledInstancesIT} both while instances are killed. {@code LoadEventsTest} and {@code
 * LoadEventsProperties} test the events between two positions. {@code OperationsPageIT} tests the
 * rows that operators read. {@code StartWhileBookingIT} tests that no start blocks a booking.
 */
package io.freightsdk.jobs;
