package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * An order that is sent no more, because it would only be refused again. Book it again with the
 * fix, or withdraw it.
 *
 * @param customer given with the order; null for none
 * @param reason for the people who run the application: it may tell of limits and of the set-up
 * @param mayHaveLoad whether a lost attempt may have made a load all the same
 */
public record StoppedOrder(
    String reference, @Nullable String customer, String reason, boolean mayHaveLoad) {}
