package io.freightsdk.documentation;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;

/** The application of the page "MCP server over HTTP for a team", with its users. */
final class McpApplication implements AutoCloseable {
  static final String PASSWORD = "secret";

  private final ConfigurableApplicationContext application;

  /** Starts the application on a free port. */
  McpApplication(Path folder, Broker broker, Class<?>... additionalClasses) throws Exception {
    Path properties =
        Files.writeString(
            folder.resolve("application.yaml"), AgentSnippet.find("yaml mcp-over-http").text());
    List<Class<?>> sources = new ArrayList<>(List.of(additionalClasses));
    sources.add(AgentSnippet.compile("mcp-over-http"));
    sources.add(Users.class);
    application =
        new SpringApplication(sources.toArray(Class<?>[]::new))
            .run(
                "--spring.config.location=" + properties.toUri(),
                "--spring.main.banner-mode=off",
                "--logging.level.org.springframework=ERROR",
                "--server.port=0",
                "--freight.base-url=" + broker.baseUrl(),
                "--freight.agent-key=" + broker.agentKey());
  }

  String address() {
    return "http://localhost:" + application.getEnvironment().getProperty("local.server.port");
  }

  @Override
  public void close() {
    application.close();
  }

  /** Accepts any name with the password. Limits last a day, so tests need many users. */
  @Configuration(proxyBeanMethods = false)
  static class Users {
    @Bean
    UserDetailsService users() {
      return name -> User.withUsername(name).password("{noop}" + PASSWORD).roles("USER").build();
    }
  }

  /**
   * Starts a service and the application, runs a command with their addresses in its environment,
   * and exits with its status. Programs that the command starts use a second broker.
   */
  public static void main(String[] command) throws Exception {
    // Standard output belongs to the command. The log of the application goes to standard error.
    System.setOut(System.err);
    int status;
    try (InMemoryFreightServer service = InMemoryFreightServer.start()) {
      Broker applicationBroker = service.createBroker("100.00");
      Broker commandBroker = service.createBroker("100.00");
      Path folder = Files.createDirectories(Path.of("target", "over-http"));
      try (McpApplication application = new McpApplication(folder, applicationBroker)) {
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process
            .environment()
            .putAll(
                Map.of(
                    "FREIGHT_BASE_URL", service.baseUrl(),
                    "FREIGHT_AGENT_KEY", commandBroker.agentKey(),
                    "BROKER_ID", commandBroker.brokerId(),
                    "OVER_HTTP_URL", application.address() + "/mcp",
                    "OVER_HTTP_PASSWORD", PASSWORD,
                    "OVER_HTTP_BROKER_ID", applicationBroker.brokerId()));
        status = process.start().waitFor();
      }
    }
    System.exit(status);
  }
}
