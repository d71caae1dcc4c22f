package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.contact.AlteredService.ReceivedRequest;
import io.freightsdk.contact.AlteredService.SentResponse;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Recordings of services, compared with the in-memory server. */
class RecordingIT {
  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  private Path record(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--record", "run.jsonl"));
    all.addAll(List.of(arguments));
    ProgramRun.with(service, folder, all.toArray(String[]::new));
    return folder.resolve("run.jsonl");
  }

  static Stream<Path> recordings() throws IOException, URISyntaxException {
    Path all =
        Path.of(Objects.requireNonNull(RecordingIT.class.getResource("/recordings")).toURI());
    return Files.list(all).filter(file -> file.toString().endsWith(".jsonl"));
  }

  /**
   * The known differences of {@code NAME.jsonl} are the lines of {@code NAME.differences.txt}. The
   * recording {@code example} is from a proxy of the in-memory server, not from the real service.
   */
  @ParameterizedTest
  @MethodSource("recordings")
  void inMemoryServerHasOnlyKnownDifferences(Path recording) throws IOException {
    Path known = Path.of(recording.toString().replace(".jsonl", ".differences.txt"));

    List<String> found = Comparison.differences(recording, InMemoryFreightServer.builder(), folder);

    List<String> lines = Files.exists(known) ? Files.readAllLines(known) : List.of();
    List<String> changed = changed(found, lines);
    if (!changed.isEmpty()) {
      throw new AssertionError(known.getFileName() + ": " + String.join("\n", changed));
    }
  }

  private static List<String> changed(List<String> found, List<String> known) {
    List<String> changed = new ArrayList<>();
    found.stream().filter(one -> !known.contains(one)).forEach(one -> changed.add("new: " + one));
    known.stream()
        .filter(one -> !found.contains(one))
        .forEach(one -> changed.add("remove this line: " + one));
    return changed;
  }

  @Test
  void newDifferenceIsOneLine() {
    assertThat(changed(List.of("a", "b"), List.of("b", "c")))
        .containsExactly("new: a", "remove this line: c");
  }

  static Stream<ServerBuilder> others() {
    return Stream.of(
        InMemoryFreightServer.builder(),
        InMemoryFreightServer.builder().frozenClock(),
        InMemoryFreightServer.builder().firstLoadNumberFromClock(),
        InMemoryFreightServer.builder().publicUrl("https://freight.test.example"),
        InMemoryFreightServer.builder().stopWindowLength(Duration.ZERO),
        InMemoryFreightServer.builder().seed(17));
  }

  @ParameterizedTest
  @MethodSource("others")
  void inMemoryServersHaveNoDifference(ServerBuilder other) throws IOException {
    assertThat(Comparison.differences(record("--spend", "2.00"), other, folder)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void pricesAndBalanceMakeNoDifference(List<String> arguments) throws IOException {
    service.server.prices(
        Map.of("load_create", new BigDecimal("0.7125"), "position_read", new BigDecimal("0.00")));
    service.broker.credit("123456.78");

    Path recording = record(arguments.toArray(String[]::new));

    assertThat(Comparison.differences(recording, InMemoryFreightServer.builder(), folder))
        .isEmpty();
  }

  static Stream<List<String>> limits() {
    return Stream.of(List.of(), List.of("--spend", "2.20"), List.of("--spend", "0.80"));
  }

  @Test
  void loadInTransitMakesNoDifference() throws IOException {
    String number = InMemoryServerIT.createLoad(service.server, service.broker);
    service.server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);

    Path recording = record("--load", number, "--spend", "0.02");

    assertThat(Files.readString(recording)).contains("getLoadPosition in transit", "IN_TRANSIT");
    assertThat(Comparison.differences(recording, InMemoryFreightServer.builder(), folder))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("deviations")
  void deviationIsOneLine(String line, UnaryOperator<SentResponse> change) throws IOException {
    service.alter(
        received -> {
          SentResponse sent = service.forward(received);
          return received.isRead(1) || received.isCreation(4) || received.isConfirmation(1)
              ? change.apply(sent)
              : sent;
        });

    List<String> found =
        Comparison.differences(record("--spend", "2.00"), InMemoryFreightServer.builder(), folder);

    assertThat(found).containsExactly(line);
  }

  private static Arguments on(int status, String line, UnaryOperator<ObjectNode> change) {
    UnaryOperator<SentResponse> only =
        sent -> sent.status() == status ? sent.json(change::apply) : sent;
    return Arguments.of(line, only);
  }

  static Stream<Arguments> deviations() {
    UnaryOperator<SentResponse> replay = sent -> sent.status() == 201 ? sent.withStatus(200) : sent;
    return Stream.of(
        on(
            200,
            "body.createdAt is <time without an offset>, not <time with Z> | getLoadPosition |"
                + " client: CHARGED without createdAt instead of CHARGED",
            body -> body.put("createdAt", "2026-11-20T16:20:00")),
        on(
            200,
            "body.stops is <object>, not <list of 2 forms> | getLoadPosition | client: CHARGED"
                + " without stops instead of CHARGED",
            body -> body.set("stops", body.objectNode().set("items", body.get("stops")))),
        on(
            200,
            "body.<other> is <text>, not absent | getLoadPosition | the client notices nothing",
            body -> body.put("dispatcherJane", "Jane Doe")),
        on(
            200,
            "body.status is <text>, not PLANNED | getLoadPosition | client: CHARGED with an unknown"
                + " status instead of CHARGED",
            body -> body.put("status", "planned")),
        on(
            404,
            "body.code is <text>, not absent | confirmDelivery without a body | client:"
                + " NOT_THE_SERVICE instead of LOAD_NOT_FOUND",
            body -> body.put("code", "LOAD_NOT_FOUND")),
        on(
            404,
            "body.error is <text>, not <text about a load> | confirmDelivery without a body |"
                + " client: NO_SUCH_PATH instead of LOAD_NOT_FOUND",
            body -> body.put("error", "Jane Doe said no")),
        Arguments.of(
            "status is 200, not 201 | createLoad with a used key | the client notices nothing",
            replay));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"status_update\":0.00; \"status_update\":0; 0",
        "[\"pickups.0.zip\",\"deliveries\"]; [\"<text>\",{\"zip\":\"<text>\"}]; 2"
      })
  void anotherFormOfARecordingIsCompared(String ours, String other, int differences)
      throws IOException {
    Path recording = record("--spend", "2.00");
    String text = Files.readString(recording);
    assertThat(text).contains(ours);
    Files.writeString(recording, text.replaceFirst(Pattern.quote(ours), other));

    assertThat(Comparison.differences(recording, InMemoryFreightServer.builder(), folder))
        .hasSize(differences);
  }

  /** A service may repeat the request in any response, and add anything else. */
  @Test
  void recordingHasNothingThatIdentifies() throws IOException {
    service.alter(this::withSecrets);

    String text = Files.readString(record("--spend", "2.00"));

    assertThat(text).contains("STATUS_DOOR_CLOSED", "load_create\":0.65", "pickups.0.zip");
    for (String secret :
        List.of(
            service.broker.agentKey(),
            "fak_",
            "5550142",
            "555-0142",
            "Jane",
            "Doe",
            "acme",
            "LD-2026",
            "trk_",
            "drv_",
            "Western",
            "06.12",
            "10.20",
            "truck.stop",
            "ELM_STREET",
            "35.86",
            "Cincinnati",
            "45203",
            "39.1",
            "84.5",
            "127.0.0.1",
            "localhost",
            "first-contact/")) {
      assertThat(text).doesNotContain(secret);
    }
  }

  private SentResponse withSecrets(ReceivedRequest received) {
    SentResponse sent = service.forward(received).with("x-trace", "Jane").with("allow", "Jane");
    if (received.isBalance() || received.isList()) return sent;
    if (sent.status() == 410) return sent;
    return sent.json(
        body -> {
          body.put("broker", "Jane Doe").put("lat", 39.1).put("lng", -84.5);
          body.put("echo", received.header("Authorization") + received.body() + received.path());
          body.put("+13125550142", "x").put("Jane", 1).put("reason", "Jane").put("basis", "acme");
          body.put("detail", "call (312) 555-0142 or ops@acme.example, load LD-2026-0001");
          body.putArray("notes").add("Jane").addObject().put("address", "1301 Western Ave");
          body.putObject("prices").put("Jane", 39.1).put("lat", 35.8681).put("sms_13125550142", 1);
          body.put("code", "06.12.34.56.78").put("type", "10.20.30.40").put("status", "ELM_STREET");
          body.putArray("priceUsd").add(35.8681);
          body.putArray("fields").add("truck.stop").add("10.20.30.40").add("pickups.0.zip");
        });
  }

  @Test
  void stoppedRunLeavesItsLines() {
    List<String> soFar = new ArrayList<>();
    service.alter(
        received -> {
          if (received.isRead(1)) soFar.add(read(folder.resolve("run.jsonl")));
          return service.forward(received);
        });

    record("--spend", "2.00");

    assertThat(soFar.get(0)).contains("\"createLoad\"").doesNotContain("getLoadPosition");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void existingFileIsNotOverwritten() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");

    ProgramRun run = ProgramRun.with(service, folder, "--record", "notes.txt", "--spend", "2.00");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.terminal()).contains("--record: the file exists");
    assertThat(folder.resolve("notes.txt")).hasContent("mine");
    assertThat(service.gone()).isZero();
  }

  @Test
  void runThatCannotStartLeavesNoFile() {
    service.broker.revoke(service.broker.agentKey());

    assertThat(record()).doesNotExist();
  }

  /** A recording begins with its time, which is the time of the server in the second run. */
  @Test
  void recordingBeginsWithItsTime() {
    Instant before = service.waits.now();

    String first = read(record()).lines().findFirst().orElseThrow();

    String at = AlteredService.JSON.readTree(first).get("at").stringValue();
    assertThat(Instant.parse(at)).isBetween(before, service.waits.now());
  }
}
