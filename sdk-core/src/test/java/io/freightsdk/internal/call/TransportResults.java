package io.freightsdk.internal.call;

import io.freightsdk.CallOptions;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import java.math.BigDecimal;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Calls of each operation, and results of their requests by the names that a table has for them.
 */
final class TransportResults {
  static final String KEY = "order-4711";
  static final BigDecimal CREATE = new BigDecimal("0.65");
  static final BigDecimal READ = new BigDecimal("0.02");

  private static final HttpUrl URL = HttpUrl.get("https://api.example.com/v1/agent/loads");

  private TransportResults() {}

  static CallSpec<?> spec(Operation operation) {
    return spec(operation, reader(operation));
  }

  /** A call that reads its responses with this. */
  static <T> CallSpec<T> spec(Operation operation, ResponseReader<T> reader) {
    return new CallSpec<>(
        operation,
        subject(operation),
        CallOptions.DEFAULT,
        new CallSpec.Request(URL, key -> Headers.of(), null),
        reader,
        null);
  }

  private static CallSpec.@Nullable Subject subject(Operation operation) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> new CallSpec.NewLoad(SampleLoads.twoStops(), KEY);
      case TOP_UP_BY_CARD -> new CallSpec.CardTopUp(new BigDecimal("50.00"));
      case GET_LOAD_POSITION, GET_TRACKED_LOAD_POSITION, CONFIRM_DELIVERY, UPDATE_LOAD_STATUS ->
          new CallSpec.Load(SampleLoads.NUMBER);
      default -> null;
    };
  }

  private static ResponseReader<?> reader(Operation operation) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> ResponseReader.loadCreation(KEY);
      case GET_LOAD_POSITION -> ResponseReader.position(SampleLoads.NUMBER);
      case GET_TRACKED_LOAD_POSITION -> ResponseReader.trackedPosition(SampleLoads.NUMBER);
      case CONFIRM_DELIVERY -> ResponseReader.unpaid(ConfirmDeliveryResult.class);
      case GET_PRICING -> ResponseReader.pricing();
      case GET_BALANCE -> ResponseReader.balance();
      default -> ResponseReader.rejectingSuccess();
    };
  }

  static BigDecimal price(Operation operation) {
    return operation == Operation.CREATE_LOAD ? CREATE : READ;
  }

  static Exchange.Result of(String result, Operation operation) {
    return switch (result) {
      case "success" -> success(operation, null);
      case "replay" -> success(operation, 200);
      case "lost" -> broken(WireFailure.Kind.BROKEN, false);
      case "neverSent" -> broken(WireFailure.Kind.CONNECT, true);
      case "timeout" -> WireFailure.timedOut(false);
      case "timeoutUnsent" -> WireFailure.timedOut(true);
      case "untrusted" -> broken(WireFailure.Kind.CERTIFICATE, true);
      case "localFault" -> broken(WireFailure.Kind.LOCAL_FAULT, false);
      case "localFaultUnsent" -> broken(WireFailure.Kind.LOCAL_FAULT, true);
      case "refusedUnread" -> broken(WireFailure.Kind.REFUSED_UNREAD, true);
      case "billing" -> response(503, "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}");
      case "funds" ->
          response(
              402,
              "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0,\"priceUsd\":1}");
      case "unreadable" ->
          response(
              operation == Operation.CREATE_LOAD ? 201 : 200, "{\"loadNumber\":\"LD-2026-0001\"");
      case "otherLoad" ->
          response(
              200,
              "{\"loadNumber\":\"LD-2026-0099\",\"status\":\"PLANNED\",\"createdAt\":"
                  + "\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}");
      case "gateway403" -> response(403, "<html>who are you</html>");
      case "gateway404" -> response(404, "<html>nothing here</html>");
      case "gateway307" -> response(307, "");
      case "404" -> response(404, "{\"error\":\"Load not found\"}");
      default -> response(Integer.parseInt(result), "{\"error\":\"no\"}");
    };
  }

  /**
   * The successful response of this operation.
   *
   * @param status null for the usual one
   */
  private static Exchange.Result success(Operation operation, @Nullable Integer status) {
    var response = ServiceResponses.success(operation).build();
    Buffer body = new Buffer();
    try {
      if (response.getBody() != null) response.getBody().writeTo(body);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return response(status == null ? response.getCode() : status, body.readUtf8());
  }

  static Exchange.Result response(int status, String body) {
    Headers headers = Headers.of("Content-Type", "application/json");
    return new WireResponse(URL, status, headers, new Buffer().writeUtf8(body), false);
  }

  private static Exchange.Result broken(WireFailure.Kind kind, boolean isUnprocessed) {
    return new WireFailure(
        kind, isUnprocessed, new IOException("cut"), "api.example.com:443", false);
  }
}
