package io.freightsdk.internal.spend;

/**
 * What integrations remember: a text under a name, until a time.
 *
 * @param name at most 300 characters, its case counts
 * @param text at most 16,000 characters
 */
public record Memory(String name, String text, long until) {}
