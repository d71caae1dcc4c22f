package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * An order that is no longer sent, because it would only be refused again. Fix the cause and book
 * it again, or withdraw it.
 *
 * @param customer given with the order; null for none
 * @param reason for the operators of the application: it may contain limits and configuration
 * @param mayHaveLoad whether a lost attempt may have created a load
 */
public record StoppedOrder(
    String reference, @Nullable String customer, String reason, boolean mayHaveLoad) {}
