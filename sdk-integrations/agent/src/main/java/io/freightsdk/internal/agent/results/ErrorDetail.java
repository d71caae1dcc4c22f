package io.freightsdk.internal.agent.results;

/** The names of the values that an error can have in addition to its message. */
public enum ErrorDetail {
  PRICE_USD("priceUsd"),
  BALANCE_USD("balanceUsd"),
  LIMIT_USD("limitUsd"),
  ALLOWANCE_USD("allowanceUsd"),
  BILLING_PATH("billingPath"),
  FIELDS("fields"),
  LOAD_STATUS("loadStatus"),
  HTTP_STATUS("httpStatus"),
  RETRY_AT("retryAt");

  private final String key;

  ErrorDetail(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }
}
