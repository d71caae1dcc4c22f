package io.freightsdk.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request of the revision without sessions says of itself: every request has its version and
 * the capabilities of its host, and a question is a result that the host answers by repeating the
 * request.
 *
 * @param capabilities what the host can do
 * @param responses the person's answers, by the names of the questions; empty in a first request
 * @param state what this server gave with its question; null in a first request
 */
record Modern(Map<?, ?> capabilities, Map<?, ?> responses, @Nullable String state) {
  static final String REVISION = "2026-07-28";
  static final int UNSUPPORTED_REVISION = -32022;

  /** The name of the one question that this server asks. */
  static final String QUESTION = "approval";

  private static final String PREFIX = "io.modelcontextprotocol/";
  private static final long TOOLS_MILLIS = 60_000;
  private static final long SERVER_MILLIS = 3_600_000;

  /** The revision that a request names; null for one of a session. */
  static @Nullable Object revision(Map<?, ?> params) {
    return params.get("_meta") instanceof Map<?, ?> meta
        ? meta.get(PREFIX + "protocolVersion")
        : null;
  }

  /** Reads the metadata of a request; null if it lacks the capabilities. */
  static @Nullable Modern of(Map<?, ?> params) {
    Map<?, ?> meta = (Map<?, ?>) params.get("_meta");
    if (meta == null || !(meta.get(PREFIX + "clientCapabilities") instanceof Map<?, ?> can)) {
      return null;
    }
    Map<?, ?> responses =
        params.get("inputResponses") instanceof Map<?, ?> given ? given : Map.of();
    return new Modern(can, responses, params.get("requestState") instanceof String s ? s : null);
  }

  /** Whether the host can show a question without input fields. */
  boolean canBeAsked() {
    return Questions.canAsk(capabilities);
  }

  /** The action of the person; null if there is none. */
  @Nullable String action() {
    return responses.get(QUESTION) instanceof Map<?, ?> answer
            && answer.get("action") instanceof String action
        ? action
        : null;
  }

  static Map<String, Object> complete(Map<String, Object> result) {
    Map<String, Object> complete = new LinkedHashMap<>();
    complete.put("resultType", "complete");
    complete.putAll(result);
    return complete;
  }

  /** Who this server is and what it speaks. */
  static Map<String, Object> discovered(String version, String instructions) {
    List<String> all = new ArrayList<>(List.of(REVISION));
    all.addAll(Session.REVISIONS);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("supportedVersions", all);
    result.put("capabilities", Map.of("tools", Map.of()));
    result.put("instructions", instructions);
    result.put("ttlMs", SERVER_MILLIS);
    result.put("cacheScope", "public");
    result.put(
        "_meta",
        Map.of(
            PREFIX + "serverInfo",
            Map.of("name", "freight", "title", "Freight", "version", version)));
    return complete(result);
  }

  /** The tools, whose descriptions hold prices that may change. */
  static Map<String, Object> listed(List<Map<String, Object>> tools) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("tools", tools);
    result.put("ttlMs", TOOLS_MILLIS);
    result.put("cacheScope", "public");
    return complete(result);
  }

  /** The answer to a request of a revision that this server does not speak. */
  static Map<String, @Nullable Object> unsupported(@Nullable Object id, Object requested) {
    List<String> all = new ArrayList<>(List.of(REVISION));
    all.addAll(Session.REVISIONS);
    return Messages.error(
        id,
        UNSUPPORTED_REVISION,
        "Unsupported protocol version",
        Map.of("supported", all, "requested", String.valueOf(requested)));
  }

  /**
   * The answer that asks the person.
   *
   * @param state comes back with his answer
   */
  static Map<String, Object> inputRequired(String message, String state) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("resultType", "input_required");
    result.put(
        "inputRequests",
        Map.of(
            QUESTION,
            Map.of(
                "method",
                "elicitation/create",
                "params",
                Map.of(
                    "mode",
                    "form",
                    "message",
                    message,
                    "requestedSchema",
                    Map.of("type", "object", "properties", Map.of())))));
    result.put("requestState", state);
    return result;
  }
}
