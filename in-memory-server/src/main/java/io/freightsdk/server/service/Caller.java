package io.freightsdk.server.service;

import io.freightsdk.server.service.account.Account;

/** Who calls: the account behind a valid key, and the request it makes. */
public record Caller(Account account, String requestId) {
  /** Identifier of the calling broker. */
  public String brokerId() {
    return account.brokerId();
  }
}
