package io.freightsdk;

/**
 * The operations of {@link FreightClient}, each with HTTP status, headers, attempts, charge and
 * elapsed time of its answer. {@code updateLoadStatus} is missing because it never succeeds.
 */
public interface FreightResponseClient {
  // operations: published, response
}
