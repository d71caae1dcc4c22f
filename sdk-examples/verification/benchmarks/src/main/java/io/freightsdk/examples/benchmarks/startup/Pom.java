package io.freightsdk.examples.benchmarks.startup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The part of a POM that says what an artifact is called and what it needs at run time.
 *
 * @param name {@code groupId:artifactId}
 * @param needs the same of each direct dependency that users get
 */
record Pom(String name, List<String> needs) {

  static Pom read(Path file) throws IOException {
    Element project;
    try {
      project =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getDocumentElement();
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException("could not read " + file, e);
    }
    String group = text(project, "groupId");
    Element parent = child(project, "parent");
    if (group == null && parent != null) group = text(parent, "groupId");
    List<String> needs = new ArrayList<>();
    Element dependencies = child(project, "dependencies");
    if (dependencies != null) {
      for (Element dependency : children(dependencies)) {
        if (reachesUsers(dependency)) {
          String itsGroup = String.valueOf(text(dependency, "groupId"));
          boolean same = itsGroup.equals("${project.groupId}") || itsGroup.equals("${groupId}");
          needs.add((same ? group : itsGroup) + ":" + text(dependency, "artifactId"));
        }
      }
    }
    return new Pom(group + ":" + text(project, "artifactId"), needs);
  }

  private static boolean reachesUsers(Element dependency) {
    String scope = text(dependency, "scope");
    boolean atRunTime = scope == null || scope.equals("compile") || scope.equals("runtime");
    return atRunTime && !"true".equals(text(dependency, "optional"));
  }

  private static @Nullable String text(Element parent, String name) {
    Element child = child(parent, name);
    return child == null ? null : child.getTextContent().trim();
  }

  private static @Nullable Element child(Element parent, String name) {
    for (Element child : children(parent)) {
      if (child.getTagName().equals(name)) return child;
    }
    return null;
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) children.add(element);
    }
    return children;
  }
}
