/**
 * An order that is stored becomes one load, or stops where a person sees why; it can be withdrawn
 * or replaced while it waits; a load is followed by one instance at a time; each event is delivered
 * at least once.
 *
 * <p>{@code JobsIT} has it for orders, {@code FollowIT} for loads, also of two instances of which
 * one at a time follows a load, and {@code KilledInstancesIT} for both while instances are killed.
 * The events between two readings are in {@code LoadEventsTest} and {@code LoadEventsProperties}.
 * What an operator reads of an order in its row is in {@code OperationsPageIT}. That no start holds
 * a booking is in {@code StartWhileBookingIT}.
 */
package io.freightsdk.jobs;
