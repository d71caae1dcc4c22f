package io.freightsdk.contact;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.error.ErrorBody;
import io.freightsdk.internal.error.ErrorRow;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.json.ResponseReader.UnreadableResponse;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.model.ConfirmDeliveryResult;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import okio.Buffer;
import tools.jackson.databind.JsonNode;

/**
 * A successful response as the client reads it, with the client's own readers.
 *
 * @param isReadable whether the call succeeds
 * @param reportsCharge whether the client reports a charge for it
 * @param isDeduplicated whether the client reports a creation as deduplicated
 * @param unread the described members that were sent, and that the client reads as null or empty,
 *     such as {@code stops[].city}
 */
record ClientView(
    boolean isReadable, boolean reportsCharge, boolean isDeduplicated, Set<String> unread) {

  static ClientView of(ApiCall call, ApiResponse response) {
    WireResponse wire =
        new WireResponse(
            response.url(),
            response.status(),
            response.headers(),
            new Buffer().writeUtf8(response.body()),
            false);
    try {
      ResponseReader.Content<?> content = reader(call).read(wire);
      boolean isDeduplicated =
          content.result().of(1, Charge.NONE) instanceof CreateLoadOutcome load
              && load.deduplicated();
      Set<String> unread = new LinkedHashSet<>();
      for (String path : content.unreadable()) unread.add(path.replaceFirst("^[$][.]?", ""));
      return new ClientView(true, content.wasCharged(), isDeduplicated, unread);
    } catch (UnreadableResponse e) {
      return new ClientView(false, e.wasCharged, false, Set.of());
    }
  }

  /** The row of the client's table of errors for a refusal. */
  static ErrorRow refusal(ApiCall call, ApiResponse response) {
    return refusal(call, response.status(), response.body());
  }

  /** The rows for the described refusals with the same status. */
  static Set<ErrorRow> describedRefusals(ApiCall call, ApiResponse response) {
    int status = response.status();
    return ResponseSchemas.examples(call.operation(), status).stream()
        .map(example -> refusal(call, status, example.toString()))
        .collect(Collectors.toSet());
  }

  private static ErrorRow refusal(ApiCall call, int status, String body) {
    boolean hasKey = call.idempotencyKey() != null;
    boolean namesLoad = call.operation().path().contains("{");
    return ErrorRow.of(status, ErrorBody.read(new Buffer().writeUtf8(body)), namesLoad, hasKey);
  }

  /** The client's reading of any response in a few words, without values. */
  static String summary(ApiCall call, ApiResponse response) {
    if (response.isLost()) return "no response";
    if (!response.isSuccess()) return refusal(call, response).name();
    ClientView view = of(call, response);
    if (!view.isReadable()) return "cannot read it";
    String load = view.isDeduplicated() ? "deduplicated, " : "";
    Set<String> unread = new TreeSet<>(view.unread());
    Set<String> unlisted = Set.of();
    JsonNode body = response.json();
    if (body != null) {
      ResponseSchemas.absent(call.operation(), response.status(), body)
          .forEach((member, isLost) -> unread.addAll(isLost ? Set.of(member) : Set.of()));
      unlisted = ResponseSchemas.unlisted(call.operation(), response.status(), body).keySet();
    }
    return load
        + (view.reportsCharge() ? "CHARGED" : "NONE")
        + (unread.isEmpty() ? "" : " without " + String.join(", ", unread))
        + (unlisted.isEmpty() ? "" : " with an unknown " + String.join(", ", unlisted));
  }

  private static ResponseReader<?> reader(ApiCall call) {
    return switch (call.operation()) {
      case CREATE_LOAD -> ResponseReader.loadCreation("key");
      case GET_LOAD_POSITION -> ResponseReader.position(call.loadNumber());
      case CONFIRM_DELIVERY -> ResponseReader.unpaid(ConfirmDeliveryResult.class);
      case GET_PRICING -> ResponseReader.pricing();
      case GET_BALANCE -> ResponseReader.balance();
      default -> ResponseReader.rejectingSuccess();
    };
  }

  /** Whether the client reads a member, or an object or list that contains it, as null or empty. */
  boolean isUnread(String member) {
    return unread.stream().anyMatch(path -> isWithin(member, path));
  }

  /** Whether a member is the member of a path, or part of it. */
  static boolean isWithin(String member, String path) {
    return member.equals(path) || member.startsWith(path + ".") || member.startsWith(path + "[]");
  }
}
