/**
 * The pages for people: the customer's page, the driver's page and the console. Their HTML and
 * scripts are resources of this package. A script reads its page's JSON every two seconds, or every
 * 20 seconds while the page is hidden.
 */
@NullMarked
package io.freightsdk.server.pages;

import org.jspecify.annotations.NullMarked;
