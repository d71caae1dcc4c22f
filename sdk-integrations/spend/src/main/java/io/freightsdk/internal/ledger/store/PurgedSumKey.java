package io.freightsdk.internal.ledger.store;

/** The scope and the operation whose purged amounts are added up. */
record PurgedSumKey(String scope, String operation) {}
