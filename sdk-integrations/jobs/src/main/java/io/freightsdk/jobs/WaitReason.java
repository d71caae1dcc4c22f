package io.freightsdk.jobs;

/** What an order waits for before it can become a load, or a followed load before it is read. */
public enum WaitReason {
  /** The prepaid balance: top it up. It is looked at each minute, free of charge. */
  BALANCE,
  /**
   * A limit of the application: raise it, or wait until it has room again. Also a customer whose
   * limits are not known. Tried each minute.
   */
  LIMIT,
  /** The service, the network to it, or the ledger of the limits: it goes on by itself. */
  OUTAGE,
  /** An agent key that the service accepts, or a broker that it knows. Tried each minute. */
  KEY
}
