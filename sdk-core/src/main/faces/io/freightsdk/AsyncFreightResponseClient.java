package io.freightsdk;

/**
 * The operations of {@link FreightResponseClient} as futures, with the rules of {@link
 * AsyncFreightClient}.
 */
public interface AsyncFreightResponseClient {
  // operations: published, future response
}
