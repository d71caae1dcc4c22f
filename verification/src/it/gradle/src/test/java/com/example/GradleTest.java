package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.gradle.api.Project;
import org.gradle.api.plugins.ExtraPropertiesExtension;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gradle evaluates the build script and resolves its class paths. The test compiles and runs the
 * application with them. Gradle is on the class path, because no registry has its distribution.
 */
class GradleTest {
  @TempDir Path home;
  @TempDir Path classes;

  @Test
  void gradleApplicationCreatesALoad() throws Exception {
    Project project =
        ProjectBuilder.builder()
            .withProjectDir(new File("dispatch").getAbsoluteFile())
            .withGradleUserHomeDir(home.toFile())
            .build();
    assertEquals("8.11.1", project.getGradle().getGradleVersion());
    ExtraPropertiesExtension properties = project.getExtensions().getExtraProperties();
    properties.set(
        "freightRepository", new File(System.getProperty("freight.repository")).toURI().toString());
    properties.set("freightVersion", System.getProperty("freight.version"));
    project.apply(Map.of("from", new File("dispatch/build.gradle").getAbsoluteFile()));

    String compile = classPath(project, "compileClasspath");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-classpath",
                compile,
                "dispatch/src/main/java/com/example/Shop.java");
    assertEquals(0, compiled);

    String run = classPath(project, "runtimeClasspath");
    assertTrue(run.contains("freight-micrometer"), run);
    Process shop =
        new ProcessBuilder(
                System.getProperty("consumer.java"),
                "-classpath",
                classes + File.pathSeparator + run,
                "com.example.Shop")
            .redirectErrorStream(true)
            .start();
    String output = new String(shop.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shop.waitFor(), output);
    assertTrue(output.contains("\"loadNumber\":\"LD-"), output);
  }

  private static String classPath(Project project, String configuration) {
    List<String> files =
        project.getConfigurations().getByName(configuration).resolve().stream()
            .map(File::getPath)
            .toList();
    return String.join(File.pathSeparator, files);
  }
}
