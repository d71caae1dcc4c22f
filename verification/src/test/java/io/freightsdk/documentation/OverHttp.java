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
final class OverHttp implements AutoCloseable {
  static final String PASSWORD = "secret";

  private final ConfigurableApplicationContext application;

  /** Starts it on a free port. */
  OverHttp(Path folder, Broker broker, Class<?>... alsoOfTheApplication) throws Exception {
    Path properties =
        Files.writeString(
            folder.resolve("application.yaml"), AgentSnippet.in("yaml mcp-over-http").text());
    List<Class<?>> sources = new ArrayList<>(List.of(alsoOfTheApplication));
    sources.add(AgentSnippet.of("mcp-over-http"));
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

  /** Whoever knows the password, by any name: limits are those of a day, and tests need many. */
  @Configuration(proxyBeanMethods = false)
  static class Users {
    @Bean
    UserDetailsService users() {
      return name -> User.withUsername(name).password("{noop}" + PASSWORD).roles("USER").build();
    }
  }

  /**
   * Runs a command while a service and the application run, with their addresses in its
   * environment, and ends with its status. A second broker is for what the command starts itself.
   */
  public static void main(String[] command) throws Exception {
    // Standard output is the command's; what the application logs goes to standard error.
    System.setOut(System.err);
    int status;
    try (InMemoryFreightServer service = InMemoryFreightServer.start()) {
      Broker ofTheApplication = service.createBroker("100.00");
      Broker ofTheCommand = service.createBroker("100.00");
      Path folder = Files.createDirectories(Path.of("target", "over-http"));
      try (OverHttp application = new OverHttp(folder, ofTheApplication)) {
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process
            .environment()
            .putAll(
                Map.of(
                    "FREIGHT_BASE_URL", service.baseUrl(),
                    "FREIGHT_AGENT_KEY", ofTheCommand.agentKey(),
                    "BROKER_ID", ofTheCommand.brokerId(),
                    "OVER_HTTP_URL", application.address() + "/mcp",
                    "OVER_HTTP_PASSWORD", PASSWORD,
                    "OVER_HTTP_BROKER_ID", ofTheApplication.brokerId()));
        status = process.start().waitFor();
      }
    }
    System.exit(status);
  }
}
