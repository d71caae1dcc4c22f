package io.freightsdk.jobs;

/** What an order waits for before it can become a load, or a followed load before it is read. */
public enum WaitReason {
  /** The prepaid balance: top it up. It is checked each minute, free of charge. */
  BALANCE,
  /**
   * A limit of the application: raise it, or wait until it has enough left. Also a customer whose
   * limits are unknown. Retried each minute.
   */
  LIMIT,
  /** The service, the network to it, or the ledger of the limits: continues automatically. */
  OUTAGE,
  /** An agent key that the service accepts, or a broker that it knows. Retried each minute. */
  KEY
}
