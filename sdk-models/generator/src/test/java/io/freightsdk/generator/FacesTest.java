package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interfaces of the client, from the real table of operations and changed ones. */
class FacesTest {
  private static final Path TEMPLATES = Path.of("../../sdk-core/src/main/faces");

  @TempDir private Path directory;
  private Path templates;

  @BeforeEach
  void copyTheTemplates() throws IOException {
    templates = directory.resolve("templates");
    for (Path file : files(TEMPLATES)) {
      Path copy = templates.resolve(TEMPLATES.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  @Test
  void aRowOfTheTableIsAMethodOfEachInterface() throws Exception {
    table("[String loadNumber]\n  doc: Confirms", "[String loadNumber, int doors]\n  doc: Counts");
    Map<String, String> sources = generated();
    assertThat(sources.get("FreightClient.java"))
        .contains(
            "  /** Counts that the BOL was received now, by the clock of the service. */\n"
                + "  default ConfirmDeliveryResult confirmDelivery(String loadNumber, int doors) {\n"
                + "    return confirmDelivery(loadNumber, doors, CallOptions.DEFAULT);\n  }\n");
    assertThat(sources.get("AsyncFreightResponseClient.java"))
        .contains(
            "  /** See {@link FreightClient#confirmDelivery(String, int)}. */\n"
                + "  CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(\n"
                + "      String loadNumber, int doors, CallOptions options);\n");
    assertThat(sources.get("BlockingClient.java"))
        .contains("return core.response(operations.confirmDelivery(loadNumber, doors, options));");
  }

  @Test
  void anOperationOfTheDescriptionWithoutARowIsRefused() throws Exception {
    table("- operation: getBalance", "- operation: getPricing");
    refused("no row for [getBalance]");
  }

  @Test
  void aRowOfNoOperationIsRefused() throws Exception {
    table("- operation: getBalance", "- operation: getBalanc");
    refused("5.operation: the description has no such operation");
  }

  @Test
  void aRowThatForgetsThatItsOperationIsDeprecatedIsRefused() throws Exception {
    table("  deprecated: >\n", "  doc: >\n");
    assertThatThrownBy(this::generated).isInstanceOf(NotUnderstood.class);
    table("  doc: >\n    the service refuses", "  deprecated: ''\n#\n    #the service refuses");
    refused("6: the description says deprecated: true");
  }

  @Test
  void aRowWithoutThePlaceholderOfItsPathIsRefused() throws Exception {
    table("[String loadNumber]", "[String number]");
    refused("1.arguments: no 'String loadNumber', as in the path");
  }

  @Test
  void whatARepeatCanCostIsACaseForEachOperation() throws Exception {
    assertThat(generated().get("RepeatsOfOperations.java"))
        .contains(
            "      case CREATE_LOAD -> RepeatClass.KEYED;\n"
                + "      case GET_LOAD_POSITION -> RepeatClass.PAID_READ;\n"
                + "      case CONFIRM_DELIVERY -> RepeatClass.CONFIRMATION;\n"
                + "      case GET_PRICING -> RepeatClass.FREE;\n");
  }

  @Test
  void aRowThatDoesNotSayWhatARepeatCanCostIsRefused() throws Exception {
    table("  repeat: keyed\n", "");
    refused("0: 'repeat' is missing");
  }

  @Test
  void rowsOfOneOperationSayTheSameOfARepeat() throws Exception {
    table("  repeat: confirmation\n", "  repeat: free\n");
    refused("3.repeat: another row of the operation says 'free'");
  }

  @Test
  void whatATemplateAsksForIsUnderstood() throws Exception {
    change("io/freightsdk/FreightClient.java", "published, value", "published, stream");
    refused("FreightClient.java: 'stream' is no form of a result");
    change("io/freightsdk/FreightClient.java", "// operations:", "// no operations:");
    refused("FreightClient.java: it asks for no operations");
  }

  @Test
  void whatIsExperimentalIsInTheCatalogAndWhatNeverSucceedsHasNoAnswer() throws Exception {
    Map<String, String> sources = generated();
    assertThat(sources.get("FreightCatalog.java"))
        .contains("TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options);")
        .doesNotContain("createLoad(CreateLoadInput input");
    assertThat(sources.get("FreightClient.java"))
        .contains("  @Deprecated\n  void updateLoadStatus(")
        .doesNotContain("TopUpByCardInput");
    assertThat(sources.get("AsyncFreightClient.java"))
        .contains("CompletableFuture<Void> updateLoadStatus(");
    assertThat(sources.get("FreightResponseClient.java")).doesNotContain("updateLoadStatus(");
  }

  @Test
  void aCheckoutOnWindowsGivesTheSameBytes() throws Exception {
    Map<String, String> sources = generated();
    for (Path file : files(templates)) {
      Files.writeString(file, Files.readString(file).replace("\n", "\r\n"));
    }
    assertThat(generated()).isEqualTo(sources);
  }

  private void refused(String message) {
    assertThatThrownBy(this::generated)
        .isInstanceOf(NotUnderstood.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private void table(String what, String by) throws IOException {
    change("operations.yaml", what, by);
  }

  private void change(String file, String what, String by) throws IOException {
    Path path = templates.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(what);
    int at = text.indexOf(what);
    Files.writeString(path, text.substring(0, at) + by + text.substring(at + what.length()));
  }

  private Map<String, String> generated() throws IOException {
    Path output = directory.resolve("output");
    Generator.generateFaces(DescriptionText.FILE, output, templates);
    Map<String, String> sources = new TreeMap<>();
    for (Path file : files(output)) {
      sources.put(file.getFileName().toString(), Files.readString(file));
    }
    return sources;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
