package io.freightsdk.testcontainers;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * The in-memory server in a container, with one broker. Give it to a client in any language; in
 * Java, {@code InMemoryFreightServer} in the same JVM starts in a hundredth of the time.
 *
 * <pre>{@code
 * try (FreightContainer freight = new FreightContainer("freight-server")) {
 *   freight.start();
 *   // point a client at freight.baseUrl() with freight.agentKey()
 * }
 * }</pre>
 */
public final class FreightContainer extends GenericContainer<FreightContainer> {
  private static final int PORT = 8080;
  private static final String FIXTURES = "/fixtures.json";
  private static final int READABLE = 0444;

  private final String agentKey = "fak_" + random();
  private final String adminToken = "adm_" + random();
  private final List<String> options = new ArrayList<>();

  /** A container of this image, which {@code docs/docker/Dockerfile} describes. */
  public FreightContainer(String image) {
    super(DockerImageName.parse(Objects.requireNonNull(image, "image")));
    withExposedPorts(PORT);
    waitingFor(Wait.forHttp("/v1/agent/pricing").withHeader("Authorization", "Bearer " + agentKey));
    option("--agent-key", agentKey);
    // The test control is for the machine that runs the tests, which is another one to it.
    option("--admin-host", "0.0.0.0");
    option("--admin-token", adminToken);
  }

  /** Money of the broker at the start, in USD; 100.00 by default. */
  public FreightContainer withBalance(String usd) {
    return option("--balance", new BigDecimal(Objects.requireNonNull(usd, "usd")).toPlainString());
  }

  /** Seconds of server time per second; 1 by default, 0 for a clock that only the test moves. */
  public FreightContainer withTimeScale(double scale) {
    return option("--time-scale", Double.toString(scale));
  }

  /** The brokers, loads, prices and trucks of a JSON file, from the start on. */
  public FreightContainer withFixtures(Path file) {
    // The image runs as a user of its own, who could not read a private file of the host's user.
    withCopyFileToContainer(
        MountableFile.forHostPath(Objects.requireNonNull(file, "file"), READABLE), FIXTURES);
    return option("--fixtures", FIXTURES);
  }

  private FreightContainer option(String name, String value) {
    options.add(name);
    options.add(value);
    setCommand(options.toArray(new String[0]));
    return this;
  }

  /** Where clients find it, once it is started. */
  public String baseUrl() {
    return "http://" + getHost() + ":" + getMappedPort(PORT);
  }

  /** The key of its broker. */
  public String agentKey() {
    return agentKey;
  }

  /** The bearer token of its test control, below {@code /__admin}. */
  public String adminToken() {
    return adminToken;
  }

  private static String random() {
    byte[] bits = new byte[16];
    new SecureRandom().nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
