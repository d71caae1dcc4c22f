import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The libraries and plugins that POMs, Gradle files and pages name, with their versions.
 *
 * <p>{@code java .ci/Libraries.java} fails when one has two values and {@code .ci/other-versions} does not
 * say why. {@code java .ci/Libraries.java pom} prints a POM with all versions of the root, for tools that
 * look for newer ones.
 */
public class Libraries {
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
  private static final Pattern IN_XML =
      Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*<version>([^<$]+)</version>");
  private static final Pattern IN_GRADLE = Pattern.compile("[\"']([a-z][\\w.]+):([a-z][\\w.-]+):(\\d[^\"'$]*)[\"']");

  private record Pom(Path file, Element project, Map<String, String> properties) {}

  /** Library, version, and the files that say so. */
  private final Map<String, Map<String, TreeSet<String>>> found = new TreeMap<>();

  /** A property, and the libraries that have it as their version. */
  private final Map<String, TreeSet<String>> named = new TreeMap<>();

  private final Map<Path, Pom> poms = new HashMap<>();

  public static void main(String[] args) throws Exception {
    Libraries all = new Libraries();
    all.read();
    if (args.length > 0) {
      all.print();
    } else {
      List<String> faults = all.faults();
      faults.forEach(System.err::println);
      System.out.printf("%d libraries and plugins, each with one value: %d faults%n", all.found.size(), faults.size());
      System.exit(faults.isEmpty() ? 0 : 1);
    }
  }

  private void read() throws Exception {
    for (Path file : tracked()) {
      String name = file.getFileName().toString();
      if (name.equals("pom.xml")) {
        Pom pom = pom(file);
        NodeList elements = pom.project.getElementsByTagName("artifactId");
        for (int i = 0; i < elements.getLength(); i++) {
          Element element = (Element) elements.item(i).getParentNode();
          String written = text(element, "version");
          String group = text(element, "groupId");
          note(group.isEmpty() ? "org.apache.maven.plugins" : group, text(element, "artifactId"), value(written, element, pom), file);
          Matcher property = PROPERTY.matcher(written);
          if (property.matches()) {
            named.computeIfAbsent(property.group(1), key -> new TreeSet<>()).add(text(element, "groupId") + ":" + text(element, "artifactId"));
          }
        }
      } else if (name.endsWith(".md") || name.endsWith(".gradle")) {
        for (Pattern pattern : List.of(IN_XML, IN_GRADLE)) {
          Matcher matcher = pattern.matcher(Files.readString(file));
          while (matcher.find()) {
            note(matcher.group(1), matcher.group(2), matcher.group(3), file);
          }
        }
      }
    }
  }

  private void note(String group, String artifact, String version, Path file) {
    boolean isOurs = group.equals("io.freightsdk") || group.startsWith("com.example");
    if (!isOurs && version.matches("\\d.*")) {
      found.computeIfAbsent(group + ":" + artifact, key -> new TreeMap<>()).computeIfAbsent(version, key -> new TreeSet<>()).add(file.toString());
    }
  }

  private List<String> faults() throws IOException {
    List<String> faults = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(".ci/other-versions"))) {
      String[] words = line.split(" ", 3);
      if (words.length == 3 && !line.startsWith("#")) {
        Map<String, TreeSet<String>> versions = found.getOrDefault(words[0], Map.of());
        if (versions.remove(words[1]) == null) {
          faults.add(".ci/other-versions names %s %s, which nothing uses".formatted(words[0], words[1]));
        }
      }
    }
    found.forEach(
        (library, versions) -> {
          if (versions.size() > 1) {
            faults.add("%s has %d values: %s".formatted(library, versions.size(), versions));
          }
        });
    return faults;
  }

  private void print() throws Exception {
    System.out.println("<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>");
    System.out.println("<groupId>libraries</groupId><artifactId>libraries</artifactId><version>1</version><packaging>pom</packaging>");
    StringBuilder properties = new StringBuilder();
    StringBuilder dependencies = new StringBuilder();
    pom(Path.of("pom.xml")).properties.forEach(
        (property, value) -> {
          if (named.containsKey(property) && value.matches("\\d.*")) {
            properties.append("<%s>%s</%s>%n".formatted(property, value, property));
            for (String library : named.get(property)) {
              String[] name = library.split(":");
              dependencies.append("<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>${%s}</version></dependency>%n".formatted(name[0], name[1], property));
            }
          }
        });
    System.out.printf("<properties>%n%s</properties>%n<dependencyManagement><dependencies>%n%s</dependencies></dependencyManagement></project>%n", properties, dependencies);
  }

  /** The properties of the profile that an element stands in come first, then those of its POM and of the POM's parents. */
  private String value(String written, Element element, Pom pom) throws Exception {
    Matcher property = PROPERTY.matcher(written);
    if (!property.matches()) {
      return written;
    }
    for (Node node = element; node != null; node = node.getParentNode()) {
      if (node.getNodeName().equals("profile")) {
        String inProfile = properties((Element) node).get(property.group(1));
        if (inProfile != null) {
          return value(inProfile, element, pom);
        }
      }
    }
    String value = pom.properties.get(property.group(1));
    return value == null ? written : value(value, element, pom);
  }

  private Pom pom(Path file) throws Exception {
    Pom known = poms.get(file);
    if (known == null) {
      Element project = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
      Map<String, String> properties = new TreeMap<>();
      Element parent = child(project, "parent");
      if (parent != null && text(parent, "groupId").equals("io.freightsdk")) {
        String path = text(parent, "relativePath");
        Path folder = file.toAbsolutePath().getParent();
        Path of = folder.resolve(path.isEmpty() ? "../pom.xml" : path).normalize();
        properties.putAll(pom(Path.of("").toAbsolutePath().relativize(of)).properties);
      }
      properties.putAll(properties(project));
      known = new Pom(file, project, properties);
      poms.put(file, known);
    }
    return known;
  }

  private static Map<String, String> properties(Element of) {
    Map<String, String> properties = new HashMap<>();
    Element element = child(of, "properties");
    for (Node node = element == null ? null : element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element property) {
        properties.put(property.getTagName(), property.getTextContent().strip());
      }
    }
    return properties;
  }

  private static Element child(Element parent, String name) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }

  private static String text(Element parent, String name) {
    Element child = child(parent, name);
    return child == null ? "" : child.getTextContent().strip();
  }

  private static List<Path> tracked() throws IOException {
    Process git = new ProcessBuilder("git", "ls-files").redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (Stream<String> names = git.inputReader().lines()) {
      return names.map(Path::of).filter(Files::exists).toList();
    }
  }
}
