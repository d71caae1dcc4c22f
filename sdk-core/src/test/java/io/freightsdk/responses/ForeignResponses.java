package io.freightsdk.responses;

import static io.freightsdk.error.NextStep.FIX_CONFIGURATION;
import static io.freightsdk.error.NextStep.FIX_KEY;
import static io.freightsdk.error.NextStep.FIX_REQUEST;
import static io.freightsdk.error.NextStep.NONE;
import static io.freightsdk.error.NextStep.RETRY_LATER;
import static io.freightsdk.error.NextStep.RETRY_WITH_SAME_KEY;
import static io.freightsdk.error.NextStep.TOP_UP;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

/** Responses of another server, or to another request, and the outcomes that the client reports. */
final class ForeignResponses {
  /** The call that gets the response. */
  enum RequestKind {
    CREATION(Operation.CREATE_LOAD),
    READ(Operation.GET_LOAD_POSITION),
    BALANCE(Operation.GET_BALANCE),
    PRICES(Operation.GET_PRICING);

    final Operation operation;

    RequestKind(Operation operation) {
      this.operation = operation;
    }

    /** Makes the call. Returns its charge; null for a free call. */
    @Nullable Charge make(FreightClient client, CallStyle style, String load) {
      switch (this) {
        case CREATION -> {
          return style.createLoad(client, SampleLoads.twoStops()).charge();
        }
        case READ -> {
          return style.positionResponse(client, load, CallOptions.DEFAULT).charge();
        }
        case BALANCE -> style.getBalance(client);
        case PRICES -> style.getPricing(client, CallOptions.DEFAULT);
      }
      return null;
    }

    boolean isPaid() {
      return this == CREATION || this == READ;
    }
  }

  /**
   * The reported outcome of a call, and the debits of the service.
   *
   * @param failure the name of its exception; null if the call succeeded
   * @param next null for a success
   * @param charge of a success of what is free, NONE
   */
  record ReportedOutcome(
      @Nullable String failure,
      Charge.Kind charge,
      @Nullable NextStep next,
      int debits,
      int requests) {
    /** The outcome of a failed call. */
    static ReportedOutcome of(FreightException failure, int debits, int requests) {
      String name = failure.getClass().getSimpleName();
      return new ReportedOutcome(
          name, failure.charge().kind(), failure.nextStep(), debits, requests);
    }
  }

  /**
   * One row.
   *
   * @param what the responses
   * @param attempts the maximum number of attempts
   * @param faults the faults of the requests, in order
   * @param reported the reported outcome
   */
  record Row(
      String what,
      RequestKind requestKind,
      int attempts,
      List<Fault> faults,
      ReportedOutcome reported) {
    @Override
    public String toString() {
      return requestKind + ": " + what;
    }
  }

  private ForeignResponses() {}

  /** Each row with each style. */
  static Stream<Arguments> rowsAndStyles() {
    return rows().stream()
        .flatMap(row -> Arrays.stream(CallStyle.values()).map(style -> Arguments.of(row, style)));
  }

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    addGatewayPages(rows);
    addErrorsOfOtherServers(rows);
    addSuccessesOfOtherServers(rows);
    addReplayedCreations(rows);
    addRequestTimeouts(rows);
    addTooManyRequests(rows);
    addNotImplemented(rows);
    addRefusalsAfterALostResponse(rows);
    return rows;
  }

  private static void addGatewayPages(List<Row> rows) {
    for (int status : new int[] {400, 401, 402, 403, 404, 405, 410, 413, 422, 431, 451}) {
      for (RequestKind requestKind : List.of(RequestKind.CREATION, RequestKind.READ)) {
        NextStep next =
            requestKind == RequestKind.CREATION ? RETRY_WITH_SAME_KEY : FIX_CONFIGURATION;
        ReportedOutcome reported = reported("UnexpectedStatusException", next, 1);
        Fault page = ServiceResponses.page(Fault.statusAfterCommit(status));
        rows.add(new Row("a page, " + status, requestKind, 4, List.of(page), reported));
      }
    }
  }

  /** Gateways, filters and frameworks respond with JSON, too. */
  private static void addErrorsOfOtherServers(List<Row> rows) {
    ReportedOutcome reported = reported("UnexpectedStatusException", RETRY_WITH_SAME_KEY, 1);
    String spring =
        "{\"timestamp\":\"2026-11-20T10:00:00Z\",\"status\":403,\"error\":\"Forbidden\","
            + "\"path\":\"/v1\"}";
    for (String body :
        List.of(
            "{\"message\":\"Forbidden\"}",
            "{}",
            "[]",
            "{\"error\":{\"code\":403}}",
            "\"no\"",
            spring,
            "{\"error\":\"Forbidden\",\"status\":403}",
            "{\"error\":403,\"message\":\"Forbidden\"}",
            "{\"error\":\"blocked\",\"code\":\"POLICY_7\"}",
            "{\"error\":\"no\"} and more")) {
      rows.add(insteadOfResponse(RequestKind.CREATION, 403, body, reported));
    }
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION, 402, "{\"error\":\"no\",\"code\":\"QUOTA\"}", reported));
    rows.add(
        insteadOfResponse(RequestKind.CREATION, 402, "{\"error\":\"Payment Required\"}", reported));
    String cut = "{\"error\":\"no\",\"code\":\"INSUFFICIENT_FUNDS\"";
    rows.add(insteadOfResponse(RequestKind.CREATION, 402, cut, reported));
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION, 404, "{\"error\":\"no\",\"code\":\"NO_ROUTE\"}", reported));
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION, 422, "{\"error\":\"no\",\"code\":\"SCHEMA\"}", reported));
    rows.add(insteadOfResponse(RequestKind.CREATION, 413, "{\"error\":\"too large\"}", reported));
    rows.add(insteadOfResponse(RequestKind.CREATION, 409, "[\"conflict\"]", reported));
    addRequestInProgress(rows);
    String down = "{\"error\":\"no\",\"code\":\"BACKEND_DOWN\"}";
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION,
            503,
            down,
            reported("UnexpectedStatusException", RETRY_WITH_SAME_KEY, 1)));
  }

  /** The response to a retry while the first request is in progress. */
  private static void addRequestInProgress(List<Row> rows) {
    String body = "{\"error\":\"conflict\",\"code\":\"REQUEST_IN_PROGRESS\"}";
    List<Fault> once = List.of(Fault.statusAfterCommit(409).withBody(body));
    String what = "409 " + body + " instead of the answer";
    ReportedOutcome again = new ReportedOutcome(null, Charge.Kind.CHARGED, null, 1, 2);
    rows.add(
        new Row(
            what + ", and the answer to the next attempt", RequestKind.CREATION, 4, once, again));
    ReportedOutcome ended = reported("UnexpectedStatusException", RETRY_WITH_SAME_KEY, 1);
    rows.add(new Row(what + " to the only attempt", RequestKind.CREATION, 1, once, ended));
  }

  /** A success without the load, or with another one, proves no charge. */
  private static void addSuccessesOfOtherServers(List<Row> rows) {
    String otherLoad = "{\"loadNumber\":\"LD-1999-0001\"}";
    for (String body :
        List.of(
            "{}",
            "[]",
            "null",
            "\"ok\"",
            "{\"error\":\"upstream timeout\"}",
            "{\"message\":\"scheduled maintenance\"}",
            otherLoad)) {
      rows.add(
          beforeService(
              RequestKind.READ, 200, body, reported("FreightDecodingException", NONE, 0)));
      // It may be the load that was created.
      if (body.equals(otherLoad)) continue;
      rows.add(
          beforeService(
              RequestKind.CREATION,
              201,
              body,
              reported("FreightDecodingException", RETRY_WITH_SAME_KEY, 0)));
    }
    String position =
        "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
            + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";
    rows.add(
        beforeService(
            RequestKind.READ,
            200,
            String.format(Locale.ROOT, position, SampleLoads.NUMBER) + "{\"loadNumber\":\"LD-2\"}",
            new ReportedOutcome("FreightDecodingException", Charge.Kind.CHARGED, NONE, 0, 1)));
    rows.add(
        insteadOfResponse(
            RequestKind.READ,
            200,
            String.format(Locale.ROOT, position, "LD-1999-0007"),
            reported("FreightDecodingException", NONE, 1)));
    for (String body :
        List.of(
            "{}",
            "{\"balanceUsd\":null}",
            "{\"balanceUsd\":1e400}",
            "{\"balanceUsd\":99999999999999}",
            "{\"currency\":\"EUR\",\"balanceUsd\":12.50}")) {
      rows.add(beforeService(RequestKind.BALANCE, 200, body, free()));
    }
    for (String currency : List.of("\"EUR\"", "\"USDC\"", "\"\"")) {
      String list = "{\"currency\":" + currency + ",\"prices\":{\"load_create\":0.65}}";
      rows.add(beforeService(RequestKind.PRICES, 200, list, free()));
    }
  }

  /** A service replays the 201 of a used key with 200. A load without its form proves no charge. */
  private static void addReplayedCreations(List<Row> rows) {
    String load =
        "\"loadId\":\"0b8f7a4e-6d1c-4b9a-9f55-0a1b2c3d4e5f\",\"loadNumber\":\"LD-2026-0001\","
            + "\"trackingLink\":\"https://example.com/track/trk_0\"";
    String links = ",\"driverWebLink\":\"https://example.com/driver/d\",\"driverAppLink\":\"a:d\"}";
    String created = "{\"success\":true," + load + links;
    rows.add(
        new Row(
            "200 " + created + " after a lost answer",
            RequestKind.CREATION,
            2,
            List.of(Fault.closeAfterCommit(), Fault.statusAfterCommit(200).withBody(created)),
            new ReportedOutcome(null, Charge.Kind.CHARGED, null, 1, 2)));
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION,
            200,
            created,
            new ReportedOutcome(null, Charge.Kind.CHARGED, null, 1, 1)));
    rows.add(
        insteadOfResponse(
            RequestKind.CREATION,
            200,
            "{\"success\":true," + load + "}",
            new ReportedOutcome(
                "FreightDecodingException", Charge.Kind.CHARGED, RETRY_WITH_SAME_KEY, 1, 1)));
    for (String unproven :
        List.of(
            "{" + load + links,
            "{\"success\":false," + load + links,
            "{\"success\":\"true\"," + load + links,
            "{\"success\":true,\"deduplicated\":true," + load + links,
            "{\"success\":true,\"deduplicated\":false," + load + links,
            "{\"ok\":true,\"success\":true," + load + links,
            "[" + created + "]")) {
      rows.add(
          insteadOfResponse(
              RequestKind.CREATION,
              200,
              unproven,
              reported("FreightDecodingException", RETRY_WITH_SAME_KEY, 1)));
    }
  }

  /** A proxy has given up the request. */
  private static void addRequestTimeouts(List<Row> rows) {
    for (int status : new int[] {408, 425}) {
      Fault page = ServiceResponses.page(Fault.statusAfterCommit(status));
      rows.add(
          new Row(
              "a page, " + status + ", and the answer to the next attempt",
              RequestKind.CREATION,
              4,
              List.of(page),
              new ReportedOutcome(null, Charge.Kind.CHARGED, null, 1, 2)));
      rows.add(
          new Row(
              "a page, " + status + ", to the only attempt",
              RequestKind.CREATION,
              1,
              List.of(page),
              reported("UnexpectedStatusException", RETRY_WITH_SAME_KEY, 1)));
    }
    rows.add(
        new Row(
            "a page, 404, before the service",
            RequestKind.READ,
            4,
            List.of(ServiceResponses.page(Fault.status(404))),
            reported("UnexpectedStatusException", FIX_CONFIGURATION, 0)));
  }

  /** 429 means that nothing was processed, with any body. */
  private static void addTooManyRequests(List<Row> rows) {
    Fault busy = Fault.status(429);
    for (Fault foreign :
        List.of(
            busy.withBody("{\"error\":\"no\"}"),
            busy.withBody("{\"error\":\"slow down\",\"code\":\"RATE_LIMITED\",\"more\":1}"),
            busy.withBody("{\"message\":\"Too Many Requests\"}"),
            ServiceResponses.page(busy),
            busy.withBody("rate limit").withHeader("Content-Type", "text/plain"),
            busy.withBody(""))) {
      String what = "429 " + foreign.body();
      for (RequestKind requestKind : List.of(RequestKind.CREATION, RequestKind.READ)) {
        List<Fault> faults = List.of(foreign);
        ReportedOutcome paid = new ReportedOutcome(null, Charge.Kind.CHARGED, null, 1, 2);
        rows.add(
            new Row(what + ", and the answer to the next attempt", requestKind, 4, faults, paid));
        ReportedOutcome free =
            new ReportedOutcome("RateLimitedException", Charge.Kind.NONE, RETRY_LATER, 0, 1);
        rows.add(new Row(what + " to the only attempt", requestKind, 1, faults, free));
      }
    }
  }

  /** 501 of the service, or of another server. */
  private static void addNotImplemented(List<Row> rows) {
    Fault own = Fault.status(501).withBody("{\"error\":\"no\",\"code\":\"NOT_IMPLEMENTED\"}");
    Fault page = ServiceResponses.page(Fault.status(501));
    for (Fault foreign : List.of(own, page, Fault.status(501).withBody("{\"error\":\"no\"}"))) {
      for (RequestKind requestKind :
          List.of(RequestKind.CREATION, RequestKind.READ, RequestKind.BALANCE)) {
        Charge.Kind kind =
            foreign != own && requestKind.isPaid() ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
        ReportedOutcome reported =
            new ReportedOutcome(
                "UnexpectedStatusException", kind, foreign == own ? NONE : FIX_CONFIGURATION, 0, 1);
        rows.add(new Row("501 " + foreign.body(), requestKind, 4, List.of(foreign), reported));
      }
    }
  }

  /** Refusals of the service do not prove that nothing was charged before. */
  private static void addRefusalsAfterALostResponse(List<Row> rows) {
    String zip = "{\"error\":\"Missing\",\"fields\":[\"pickups.0.zip\"]}";
    rows.add(lostThen(400, zip, "InvalidRequestException", FIX_REQUEST));
    String phone = "{\"error\":\"No phone\",\"code\":\"INVALID_DRIVER_PHONE\"}";
    rows.add(lostThen(400, phone, "InvalidRequestException", FIX_REQUEST));
    String noKey = "{\"error\":\"No key\",\"code\":\"MISSING_KEY\"}";
    rows.add(lostThen(401, noKey, "AuthenticationException", FIX_KEY));
    rows.add(
        lostThen(
            402,
            "{\"error\":\"Insufficient funds\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0.40,"
                + "\"priceUsd\":0.65,\"billingUrl\":\"/billing/topup\"}",
            "InsufficientFundsException",
            TOP_UP));
    rows.add(
        lostThen(403, "{\"error\":\"Another broker's\"}", "PermissionDeniedException", FIX_KEY));
    rows.add(
        lostThen(
            404, "{\"error\":\"No such load\"}", "UnexpectedStatusException", RETRY_WITH_SAME_KEY));
    String stranger = "{\"error\":\"Not registered\",\"code\":\"UNKNOWN_BROKER\"}";
    rows.add(lostThen(422, stranger, "UnknownBrokerException", FIX_KEY));
    String down = "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}";
    rows.add(lostThen(503, down, "BillingUnavailableException", RETRY_WITH_SAME_KEY));
  }

  private static ReportedOutcome reported(String failure, NextStep next, int debits) {
    return new ReportedOutcome(failure, Charge.Kind.UNKNOWN, next, debits, 1);
  }

  private static ReportedOutcome free() {
    return new ReportedOutcome("FreightDecodingException", Charge.Kind.NONE, NONE, 0, 1);
  }

  private static Row insteadOfResponse(
      RequestKind requestKind, int status, String body, ReportedOutcome reported) {
    return new Row(
        status + " " + body + " instead of the answer",
        requestKind,
        1,
        List.of(Fault.statusAfterCommit(status).withBody(body)),
        reported);
  }

  private static Row beforeService(
      RequestKind requestKind, int status, String body, ReportedOutcome reported) {
    return new Row(
        status + " " + body + " before the service",
        requestKind,
        1,
        List.of(Fault.status(status).withBody(body)),
        reported);
  }

  private static Row lostThen(int status, String body, String failure, NextStep next) {
    return new Row(
        status + " " + body + " after a lost answer",
        RequestKind.CREATION,
        2,
        List.of(Fault.closeAfterCommit(), Fault.status(status).withBody(body)),
        new ReportedOutcome(failure, Charge.Kind.UNKNOWN, next, 1, 2));
  }
}
