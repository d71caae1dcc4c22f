package io.freightsdk.contact;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The differences between a recording and the in-memory server, in the same run. */
final class Comparison {
  private static final String ABSENT = "absent";
  private static final String CLIENT = "client";
  private static final String IN_TRANSIT = "getLoadPosition in transit";

  private Comparison() {}

  /**
   * Plays the checks of a recording with its prices, balance, clock and limit, and compares.
   *
   * @param folder for the files of the second run
   * @return a line for each difference, with its check and what the client read
   */
  static List<String> differences(Path recording, ServerBuilder builder, Path folder)
      throws IOException {
    List<JsonNode> lines = read(recording);
    Path replayed = folder.resolve("replayed.jsonl");
    play(lines, builder, folder, replayed);
    return differences(values(lines), values(read(replayed)));
  }

  private static List<JsonNode> read(Path recording) throws IOException {
    return Files.readAllLines(recording).stream().map(AlteredService.JSON::readTree).toList();
  }

  private static void play(List<JsonNode> lines, ServerBuilder builder, Path folder, Path to) {
    JsonNode first = lines.get(0);
    BigDecimal limit = first.get("limitUsd").decimalValue();
    Instant at = Instant.parse(first.get("at").stringValue());
    try (InMemoryFreightServer server = builder.clockStart(at).start()) {
      JsonNode prices = body(lines, "getPricing").path("prices");
      for (Operation paid : List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION)) {
        JsonNode usd = prices.path(paid.priceKey());
        if (usd.isNumber()) server.price(paid.priceKey(), usd.decimalValue().toPlainString());
      }
      JsonNode balance = body(lines, "getBalance").path("balanceUsd");
      Broker broker = server.createBroker(balance.isNumber() ? balance.asString() : "25.00");
      List<String> arguments = new ArrayList<>(List.of("--record", to.toString()));
      if (limit.signum() > 0) arguments.addAll(List.of("--spend", limit.toPlainString()));
      boolean isInTransit = lines.stream().anyMatch(line -> hasCheck(line, IN_TRANSIT));
      if (isInTransit) arguments.addAll(List.of("--load", loadInTransit(server, broker)));
      Map<String, String> environment =
          Map.of(
              "FREIGHT_BASE_URL",
              server.baseUrl(),
              "FREIGHT_AGENT_KEY",
              broker.agentKey(),
              "FREIGHT_DRIVER_PHONE",
              ProgramRun.PHONE);
      ByteArrayInputStream yes =
          new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.US_ASCII));
      PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
      new FirstContact(environment, nowhere, yes, folder, new Time(true)).run(arguments);
    }
  }

  private static String loadInTransit(InMemoryFreightServer server, Broker broker) {
    BigDecimal before = broker.balanceUsd();
    String number = InMemoryServerIT.createLoad(server, broker);
    broker.credit(before.subtract(broker.balanceUsd()).toPlainString());
    server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);
    return number;
  }

  private static boolean hasCheck(JsonNode line, String check) {
    return line.path("check").stringValue("").equals(check);
  }

  private static JsonNode body(List<JsonNode> lines, String check) {
    return lines.stream()
        .filter(line -> hasCheck(line, check) && line.has("status"))
        .findFirst()
        .map(line -> line.path("body"))
        .orElseGet(AlteredService.JSON::createObjectNode);
  }

  /** The values of each check, by their paths. */
  private static Map<String, Map<String, String>> values(List<JsonNode> lines) {
    Map<String, Map<String, String>> values = new LinkedHashMap<>();
    for (JsonNode line : lines) {
      String check = line.path("check").stringValue("");
      if (check.isEmpty()) continue;
      Map<String, String> found = new TreeMap<>();
      line.forEachEntry((name, value) -> flatten(name, value, found));
      found.remove("check");
      String seconds = found.remove("seconds");
      if (seconds != null && Integer.parseInt(seconds) >= 10) found.put("slow", "true");
      Map<String, String> all = values.computeIfAbsent(check, key -> new TreeMap<>());
      // Two concurrent requests have two responses in any order.
      found.forEach((name, value) -> all.merge(name, value, Comparison::both));
    }
    return values;
  }

  private static String both(String one, String other) {
    if (one.equals(other)) return one;
    return one.compareTo(other) < 0 ? one + " and " + other : other + " and " + one;
  }

  private static void flatten(String at, JsonNode node, Map<String, String> found) {
    if (node.isObject()) {
      if (at.startsWith("body")) found.put(at, "<object>");
      node.forEachEntry((name, value) -> flatten(at + "." + name, value, found));
    } else if (node.isArray()) {
      found.put(at, "<list of " + node.size() + " forms>");
      List<JsonNode> items = new ArrayList<>();
      node.forEach(items::add);
      boolean isTexts = items.stream().allMatch(JsonNode::isString);
      if (isTexts) items.sort(Comparator.comparing(JsonNode::stringValue));
      for (int i = 0; i < items.size(); i++) flatten(at + "[" + i + "]", items.get(i), found);
    } else {
      found.put(at, node.isNumber() ? plain(node) : node.asString("null"));
    }
  }

  /** Amounts of one value may have any number of decimals. */
  private static String plain(JsonNode number) {
    return number.decimalValue().stripTrailingZeros().toPlainString();
  }

  private static List<String> differences(
      Map<String, Map<String, String>> service, Map<String, Map<String, String>> ours) {
    Map<String, List<String>> checks = new LinkedHashMap<>();
    ours.forEach(
        (check, expected) -> {
          Map<String, String> found = service.getOrDefault(check, Map.of("run", "false"));
          for (String difference : differencesOf(found, expected)) {
            checks.computeIfAbsent(difference, key -> new ArrayList<>()).add(check);
          }
        });
    List<String> lines = new ArrayList<>();
    checks.forEach(
        (difference, in) -> {
          String more = in.size() > 1 ? " and " + (in.size() - 1) + " more" : "";
          lines.add(difference.replaceFirst(" \\| ", " | " + in.get(0) + more + " | "));
        });
    return lines;
  }

  /** The differences of one check, each with what the client read. */
  private static List<String> differencesOf(Map<String, String> found, Map<String, String> ours) {
    if (found.containsKey("run") || ours.containsKey("run")) {
      return found.containsKey("run") == ours.containsKey("run")
          ? List.of()
          : List.of((ours.containsKey("run") ? "it ran" : "it did not run") + " | nothing");
    }
    TreeSet<String> names = new TreeSet<>(found.keySet());
    names.addAll(ours.keySet());
    names.remove(CLIENT);
    // A response of another kind has another body.
    boolean statusDiffers = !found.getOrDefault("status", "").equals(ours.get("status"));
    if (statusDiffers) names.removeIf(name -> name.matches("(body|headers).*"));
    List<String> all = new ArrayList<>();
    String last = "\n";
    for (String name : names) {
      String recorded = found.getOrDefault(name, ABSENT);
      String own = ours.getOrDefault(name, ABSENT);
      boolean isPart = name.startsWith(last + ".") || name.startsWith(last + "[");
      if (recorded.equals(own) || isPart) continue;
      last = name;
      all.add("%s is %s, not %s | %s".formatted(name, recorded, own, reading(found, ours)));
    }
    boolean isReadAlike = found.getOrDefault(CLIENT, "").equals(ours.getOrDefault(CLIENT, ""));
    if (all.isEmpty() && !isReadAlike) all.add("a redacted value | " + reading(found, ours));
    return all;
  }

  private static String reading(Map<String, String> found, Map<String, String> ours) {
    String recorded = found.getOrDefault(CLIENT, found.getOrDefault("charge", "nothing"));
    String own = ours.getOrDefault(CLIENT, ours.getOrDefault("charge", "nothing"));
    return recorded.equals(own)
        ? "the client notices nothing"
        : "client: " + recorded + " instead of " + own;
  }
}
