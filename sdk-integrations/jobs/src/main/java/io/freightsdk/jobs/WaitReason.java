package io.freightsdk.jobs;

/** The reason for which an order is not sent yet, or a followed load is not read yet. */
public enum WaitReason {
  /** The prepaid balance is too low: top it up. The jobs check it every minute, free of charge. */
  BALANCE,
  /**
   * A spend limit has too little left, or the price exceeds {@code maxPrice}: raise it, or wait.
   * Also if {@link FreightJobs.Builder#scopes} failed for the customer. Retried every minute.
   */
  LIMIT,
  /** The service, the network or the ledger is unavailable. Retried automatically. */
  OUTAGE,
  /** The agent key is missing or refused, or its broker is not registered. Retried every minute. */
  KEY
}
