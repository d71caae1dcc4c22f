package io.freightsdk;

/**
 * The operations of {@link FreightCatalog} as futures, with the rules of {@link
 * AsyncFreightClient}.
 */
public interface AsyncFreightCatalog {
  // operations: experimental, future value
}
