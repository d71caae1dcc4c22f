package io.freightsdk.generator;

/**
 * An operation of the description.
 *
 * @param priceKey its key in the price list, or empty
 */
record Operation(
    String id, String method, String path, String summary, String priceKey, boolean experimental) {}
