import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the files of the MCP server: the jar, the bundle, {@code server.json} for the MCP registry, and the Dockerfile.
 *
 * <p>{@code java -cp FOLDER/freight-mcp-server.jar .ci/release/CheckMcp.java FOLDER VERSION}, from the root of the repository. The folder has
 * the jar, {@code freight.mcpb} and {@code server.json}. The program itself reports its options and tools.
 */
public class CheckMcp {
  private static final String DOCKERFILE = "sdk-integrations/mcp-server/Dockerfile";

  /** The bundle's own variable: no option of users. */
  private static final String BUNDLE = "FREIGHT_MCP_BUNDLE";

  private final Path folder;
  private final Path jar;
  private final String version;
  private final List<String> faults = new ArrayList<>();

  private CheckMcp(Path folder, String version) {
    this.folder = folder;
    this.jar = folder.resolve("freight-mcp-server.jar").toAbsolutePath();
    this.version = version;
  }

  public static void main(String[] args) throws Exception {
    CheckMcp check = new CheckMcp(Path.of(args[0]), args[1]);
    check.all();
    check.faults.forEach(System.err::println);
    System.out.println("MCP server " + args[1] + ": " + (check.faults.isEmpty() ? "no fault" : check.faults.size() + " faults"));
    System.exit(check.faults.isEmpty() ? 0 : 1);
  }

  private void all() throws Exception {
    JsonNode server = json(Files.readString(folder.resolve("server.json")));
    JsonNode manifest = manifest();
    equal("the jar's --version", run("--version").strip(), version);
    equal("server.json: version", text(server, "version"), version);
    equal("manifest.json: version", text(manifest, "version"), version);
    registryRules(server);
    bundle(server);
    image(server);
    options(server, manifest);
    equal("manifest.json: tools", names(manifest.path("tools")), toolsOfProgram());
  }

  /** The rules of the registry's schema of 2025-12-11 for the members that we use. */
  private void registryRules(JsonNode server) {
    expect(text(server, "name").matches("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+"), "server.json: name is not a reverse domain, a slash and a name");
    for (String member : List.of("title", "description")) {
      int length = text(server, member).length();
      expect(length > 0 && length <= 100, "server.json: " + member + " has " + length + " characters, expected 1 to 100");
    }
    expect(server.path("packages").size() == 2, "server.json: expected two packages, the bundle and the image");
    for (JsonNode each : server.path("packages")) {
      equal("server.json: transport", each.path("transport").path("type").asString(""), "stdio");
    }
  }

  private void bundle(JsonNode server) throws Exception {
    JsonNode bundle = packaged(server, "mcpb");
    byte[] bytes = Files.readAllBytes(folder.resolve("freight.mcpb"));
    String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    equal("server.json: fileSha256", text(bundle, "fileSha256"), sum);
    expect(text(bundle, "identifier").endsWith("/releases/download/v" + version + "/freight.mcpb"), "server.json: the bundle's address is not of the release v" + version);
    try (ZipFile zip = new ZipFile(folder.resolve("freight.mcpb").toFile())) {
      byte[] bundled = zip.getInputStream(zip.getEntry("freight-mcp-server.jar")).readAllBytes();
      expect(MessageDigest.isEqual(bundled, Files.readAllBytes(jar)), "freight.mcpb has another jar than freight-mcp-server.jar");
    }
  }

  private void image(JsonNode server) throws Exception {
    JsonNode image = packaged(server, "oci");
    expect(text(image, "identifier").endsWith("/freight-mcp-server:" + version), "server.json: the image's tag is not " + version);
    String file = Files.readString(Path.of(DOCKERFILE));
    equal("Dockerfile: the label of the MCP registry", first(file, "LABEL io\\.modelcontextprotocol\\.server\\.name=\"(.*)\""), text(server, "name"));
    expect(first(file, "(?m)^USER ([1-9][0-9]*):").length() > 0, "Dockerfile: USER is root or missing");
    String copied = first(file, "(?m)^COPY .* (/\\S+)$");
    expect(!copied.isEmpty() && first(file, "(?m)^ENTRYPOINT (.*)$").contains("\"" + copied + "\""), "Dockerfile: ENTRYPOINT does not start the copied jar");
    for (String source : all(file, "(?m)^COPY (\\S+) ")) {
      // The program is built into target.
      boolean exists = Files.exists(Path.of(source)) || source.equals("sdk-integrations/mcp-server/target/freight-mcp-server.jar");
      expect(exists, "Dockerfile: " + source + " does not exist");
    }
    String ledger = "";
    for (JsonNode variable : image.path("environmentVariables")) {
      if (text(variable, "name").equals("FREIGHT_MCP_LEDGER")) ledger = text(variable, "value");
    }
    String volume = first(image.toString(), "dst=(/[a-z]+)");
    expect(!volume.isEmpty() && ledger.startsWith(volume + "/"), "server.json: the ledger " + ledger + " is not in the volume " + volume);
    expect(all(file, "(?m)^RUN install .* (/\\S+)$").contains(volume), "Dockerfile: the folder of the volume, " + volume + ", is missing");
  }

  /** Every variable is one of the program. The image has at least the variables of the form, apart from the sandbox. */
  private void options(JsonNode server, JsonNode manifest) throws Exception {
    Set<String> variables = all(run("--help"), "FREIGHT_[A-Z_]+");
    JsonNode ofImage = packaged(server, "oci").path("environmentVariables");
    Set<String> image = names(ofImage);
    Set<String> form = new TreeSet<>(manifest.path("server").path("mcp_config").path("env").propertyNames());
    form.remove(BUNDLE);
    for (String name : form) {
      expect(variables.contains(name), "manifest.json: the program has no variable " + name);
      expect(image.contains(name) || name.equals("FREIGHT_MCP_SANDBOX"), "server.json: the variable " + name + " of the bundle's form is missing");
    }
    for (JsonNode variable : ofImage) {
      String name = text(variable, "name");
      expect(variables.contains(name), "server.json: the program has no variable " + name);
      boolean isSecret = name.equals("FREIGHT_AGENT_KEY");
      expect(variable.path("isSecret").asBoolean(false) == isSecret, "server.json: isSecret of " + name + " is not " + isSecret);
      boolean isRequired = Set.of("FREIGHT_BASE_URL", "FREIGHT_AGENT_KEY", "FREIGHT_MCP_LIMIT_PER_DAY_USD").contains(name);
      expect(variable.path("isRequired").asBoolean(false) == isRequired, "server.json: isRequired of " + name + " is not " + isRequired);
    }
    expect(manifest.path("user_config").path("agent_key").path("sensitive").asBoolean(false), "manifest.json: agent_key is not sensitive");
  }

  private Set<String> toolsOfProgram() throws Exception {
    Process program = start("--sandbox");
    try (BufferedReader out = new BufferedReader(new InputStreamReader(program.getInputStream(), UTF_8))) {
      String initialize =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
              + "\"capabilities\":{},\"clientInfo\":{\"name\":\"release\",\"version\":\"1\"}}}\n";
      program.getOutputStream().write(initialize.getBytes(UTF_8));
      program.getOutputStream().write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n".getBytes(UTF_8));
      program.getOutputStream().write("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n".getBytes(UTF_8));
      // At the end of its input, the program would wait only a second for the response.
      program.getOutputStream().flush();
      String list = out.lines().filter(line -> json(line).path("id").asInt(0) == 2).findFirst().orElse("{}");
      return names(json(list).path("result").path("tools"));
    } finally {
      program.destroy();
    }
  }

  private String run(String argument) throws Exception {
    return new String(start(argument).getInputStream().readAllBytes(), UTF_8);
  }

  private Process start(String argument) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(java, "-jar", jar.toString(), argument).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private JsonNode manifest() throws Exception {
    try (ZipFile zip = new ZipFile(folder.resolve("freight.mcpb").toFile())) {
      return json(new String(zip.getInputStream(zip.getEntry("manifest.json")).readAllBytes(), UTF_8));
    }
  }

  private static JsonNode packaged(JsonNode server, String type) {
    for (JsonNode each : server.path("packages")) {
      if (text(each, "registryType").equals(type)) return each;
    }
    throw new IllegalArgumentException("server.json has no package of the type " + type);
  }

  private static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString("");
  }

  private static Set<String> names(JsonNode list) {
    Set<String> names = new TreeSet<>();
    list.forEach(each -> names.add(text(each, "name")));
    return names;
  }

  private static String first(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().findFirst().map(found -> found.group(1)).orElse("");
  }

  private static Set<String> all(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(found.groupCount()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void equal(String what, Object actual, Object expected) {
    expect(actual.equals(expected), what + " is " + actual + ", expected " + expected);
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) faults.add(otherwise);
  }
}
