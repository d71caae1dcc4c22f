package io.freightsdk.server;

/**
 * One choice of this server where the API description leaves something open.
 *
 * @param id short name, stable between versions
 * @param section where the description leaves it open
 * @param open what it does not say
 * @param choice what this server does
 * @param test the test that holds it to that, as {@code Class.method}
 */
public record Divergence(String id, String section, String open, String choice, String test) {}
