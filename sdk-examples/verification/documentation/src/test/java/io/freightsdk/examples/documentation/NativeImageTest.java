package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.model.FreightJson;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.pages.ForPeople;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Compares what a native image is told of the libraries with what their byte code does. */
class NativeImageTest {
  /** Services are not among them: native-image finds them by itself. */
  private static final Set<String> REFLECTION =
      Set.of(
          "java/lang/Class.forName",
          "java/lang/Class.getMethod",
          "java/lang/Class.getMethods",
          "java/lang/Class.getDeclaredMethod",
          "java/lang/Class.getDeclaredMethods",
          "java/lang/Class.getConstructor",
          "java/lang/Class.getDeclaredConstructor",
          "java/lang/Class.getDeclaredConstructors",
          "java/lang/Class.getField",
          "java/lang/Class.getDeclaredField",
          "java/lang/Class.getDeclaredFields",
          "java/lang/Class.getRecordComponents",
          "java/lang/ClassLoader.loadClass",
          "java/lang/reflect/Proxy.newProxyInstance",
          "java/lang/invoke/MethodHandles$Lookup.findVirtual",
          "java/lang/invoke/MethodHandles$Lookup.findStatic",
          "java/util/ResourceBundle.getBundle");

  /** One method of one type, without parameters. */
  private static final String METHOD =
      "\\{\"type\":\"([^\"]+)\",\"methods\":\\[\\{\"name\":\"([^\"]+)\",\"parameterTypes\":\\[]}]}";

  @ParameterizedTest
  @ValueSource(
      classes = {
        FreightJson.class,
        FreightClient.class,
        SpendLedger.class,
        FreightTools.class,
        FreightWatches.class,
        JdbcPositionCache.class,
        InMemoryFreightServer.class,
        ForPeople.class
      })
  void everyResourceIsNamedAndNothingIsReflective(Class<?> ofTheLibrary) throws Exception {
    URI place = ofTheLibrary.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) {
      check(Path.of(place));
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
        check(jar.getPath("/"));
      }
    }
  }

  private static void check(Path root) throws IOException {
    List<String> resources = new ArrayList<>();
    Set<String> reflective = new TreeSet<>();
    List<String> globs = new ArrayList<>();
    Set<String> named = new TreeSet<>();
    for (Path file : files(root)) {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (name.endsWith("/reachability-metadata.json")) {
        globs.addAll(globs(Files.readString(file)));
        named.addAll(methods(Files.readString(file)));
      } else if (name.endsWith(".class")) {
        if (!forTestsOnly(name)) reflective.addAll(reflectiveCalls(Files.readAllBytes(file)));
      } else if (!name.startsWith("META-INF/") && !isNotice(name)) {
        resources.add(name);
      }
    }
    assertThat(reflective).as("reflective calls, as the metadata names them").isEqualTo(named);
    assertThat(resources).allSatisfy(name -> assertThat(globs).anyMatch(glob -> fits(glob, name)));
    assertThat(globs).allSatisfy(glob -> assertThat(resources).anyMatch(name -> fits(glob, name)));
  }

  /** JUnit's extension and AssertJ's assertions: no image is made of tests. */
  private static boolean forTestsOnly(String name) {
    return name.contains("/server/junit/") || name.contains("/server/assertj/");
  }

  private static boolean isNotice(String name) {
    return name.endsWith("NOTICE") || name.endsWith("LICENSE");
  }

  /**
   * The metadata has this one shape: methods without parameters, if any, then {@code {"resources":
   * [{"glob": "..."}]}}.
   */
  private static List<String> globs(String json) {
    String compact = json.replaceAll("\\s", "");
    assertThat(compact)
        .matches(
            "\\{(\"reflection\":\\["
                + METHOD
                + "(,"
                + METHOD
                + ")*],)?\"resources\":\\[\\{\"glob\":\"[^\"]+\"}(,\\{\"glob\":\"[^\"]+\"})*]}");
    Matcher glob = Pattern.compile("\"glob\":\"([^\"]+)\"").matcher(compact);
    List<String> globs = new ArrayList<>();
    while (glob.find()) globs.add(glob.group(1));
    return globs;
  }

  private static Set<String> methods(String json) {
    Matcher method = Pattern.compile(METHOD).matcher(json.replaceAll("\\s", ""));
    Set<String> methods = new TreeSet<>();
    while (method.find()) methods.add(method.group(1) + "." + method.group(2));
    return methods;
  }

  /** As GraalVM reads it: {@code **} is any number of folders, none included. */
  private static boolean fits(String glob, String name) {
    String withNone = glob.replace("/**/", "/");
    return Stream.of(glob, withNone)
        .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
        .anyMatch((PathMatcher matcher) -> matcher.matches(Path.of(name)));
  }

  /**
   * What is looked up by constants, as the metadata would name it; any other look-up by its place.
   */
  private static Set<String> reflectiveCalls(byte[] code) {
    Set<String> found = new TreeSet<>();
    ClassReader reader = new ClassReader(code);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String method, String type, String signature, String[] thrown) {
            return new MethodVisitor(Opcodes.ASM9) {
              private String lastType;
              private String lastText;

              /** The type and the name that are looked up are loaded just before. */
              @Override
              public void visitLdcInsn(Object constant) {
                if (constant instanceof Type loaded && lastText == null) {
                  lastType = loaded.getClassName();
                } else if (constant instanceof String text) {
                  lastText = text;
                }
              }

              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (!REFLECTION.contains(owner + "." + name)) return;
                boolean constant =
                    name.equals("findStatic") && lastType != null && lastText != null;
                found.add(
                    constant
                        ? lastType + "." + lastText
                        : reader.getClassName() + "." + method + " -> " + owner + "." + name);
                lastType = null;
                lastText = null;
              }
            };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
