package io.freightsdk.internal.ledger.rules;

/**
 * By how much a balance changed other than by calls, as a person says: a top-up, a refund, or a
 * difference that is explained.
 *
 * @param id by which a change that is made again finds what it has stored
 * @param amount in billionths of a USD: above 0 if the balance rose
 */
public record Adjustment(String id, String account, long amount, String by, String why) {}
