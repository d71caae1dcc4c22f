package io.freightsdk.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The response to one request.
 *
 * @param url of the request
 * @param status 0 without a response
 * @param body at most a MiB
 * @param took time until the last byte
 * @param failure why there is no response, in our words; null if there is one
 * @param wasSent whether the request may have left this machine
 */
record ApiResponse(
    Operation operation,
    HttpUrl url,
    int status,
    Headers headers,
    String body,
    Duration took,
    @Nullable String failure,
    boolean wasSent) {

  boolean isSuccess() {
    return status / 100 == 2;
  }

  /** Whether it is unknown what the service did: no response, or only a gateway's. */
  boolean isLost() {
    return failure != null || status == 502 || status == 504;
  }

  /** The body as JSON; null if it is none. */
  @Nullable JsonNode json() {
    String coding = headers.get("Content-Encoding");
    boolean isPlain = coding == null || coding.equalsIgnoreCase("identity");
    return isPlain ? ResponseSchemas.read(body) : null;
  }

  /** The text or number of a member of the body; null if there is none. */
  @Nullable String text(String member) {
    JsonNode json = json();
    JsonNode found = json == null ? null : json.get(member);
    if (found == null) return null;
    return found.isString() || found.isNumber() ? found.asString() : null;
  }

  /** The balance in the body; null without one. */
  @Nullable BigDecimal balance() {
    JsonNode json = status == 200 ? json() : null;
    return json == null ? null : PriceList.usd(json.get("balanceUsd"));
  }

  /** Omits URL, headers and body, which have secrets. */
  @Override
  public String toString() {
    return "ApiResponse[" + operation.id() + ", status=" + status + ", failure=" + failure + "]";
  }
}
